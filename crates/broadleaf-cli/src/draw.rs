//! Draws a structure: boxes are filled, inner nodes are outlined in the color of their level. 3D
//! scenes are shown from above at an angle.

use broadleaf::Aabb;
use broadleaf::report::NodeView;
use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, path::Data};

const WIDTH: f64 = 1_000.0;
const MARGIN: f64 = 24.0;
const CAPTION: f64 = 64.0;
/// The deepest level drawn in 2D and in 3D; deeper nodes are hardly larger than the boxes and would
/// hide them.
const MAX_LEVELS: [usize; 2] = [9, 3];

/// Draws all nodes.
pub(crate) fn picture<const D: usize>(title: &str, nodes: &[NodeView<f32, D>]) -> Document {
    let levels = MAX_LEVELS[usize::from(D == 3)];
    let view = View::around(nodes);
    let mut leaves: Vec<_> = nodes
        .iter()
        .filter(|node| node.id.is_some())
        .map(|node| view.clip(&node.aabb))
        .collect();
    leaves.sort_by(|a, b| {
        view.is_large(b)
            .cmp(&view.is_large(a))
            .then(depth(a).total_cmp(&depth(b)))
    });
    let mut inner: Vec<_> = nodes
        .iter()
        .filter(|node| node.id.is_none() && node.level <= levels)
        .collect();
    // Large nodes come last, so that small ones do not hide them.
    inner.sort_by_key(|node| std::cmp::Reverse(node.level));
    let deepest = inner.first().map_or(0, |node| node.level);

    let boxes = leaves.iter().fold(
        Group::new()
            .set("stroke", "#33415c")
            .set("stroke-width", 0.4),
        |group, aabb| view.fill(group, aabb),
    );
    let outlines = inner
        .iter()
        .fold(Group::new().set("fill", "none"), |group, node| {
            group.add(
                view.outline(&view.clip(&node.aabb))
                    .set("stroke", color(node.level, deepest))
                    .set("stroke-width", stroke_width(node.level)),
            )
        });
    let height = view.height + CAPTION;
    let caption = format!(
        "{title}: {} boxes in {D}D, inner nodes of levels 0 to {deepest} by color",
        leaves.len()
    );
    let document = Document::new()
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height);
    let background = Rectangle::new()
        .set("width", "100%")
        .set("height", "100%")
        .set("fill", "white");
    document
        .add(background)
        .add(boxes)
        .add(outlines)
        .add(legend(&caption, deepest, view.height))
}

fn legend(caption: &str, deepest: usize, top: f64) -> Group {
    let text = |content: &str, x: f64, y: f64| {
        Text::new(content)
            .set("x", x)
            .set("y", y)
            .set("font-family", "sans-serif")
            .set("font-size", 15)
    };
    let group = Group::new().add(text(caption, MARGIN, top + 18.0));
    (0..=deepest).fold(group, |group, level| {
        let x = MARGIN + 56.0 * level as f64;
        let swatch = Rectangle::new()
            .set("x", x)
            .set("y", top + 32.0)
            .set("width", 22)
            .set("height", 14)
            .set("fill", color(level, deepest));
        group
            .add(swatch)
            .add(text(&level.to_string(), x + 27.0, top + 44.0))
    })
}

/// The color of a level: red at the root, then green, then blue.
fn color(level: usize, deepest: usize) -> String {
    let hue = 4.0 * level as f64 / deepest.max(1) as f64;
    // A channel of a color wheel with six parts: red is full around 0, green around 2, blue around
    // 4.
    let channel = |at: f64| {
        let distance = (hue - at).abs().min(6.0 - (hue - at).abs());
        (200.0 * (2.0 - distance).clamp(0.0, 1.0)) as u8
    };
    format!(
        "#{:02x}{:02x}{:02x}",
        channel(0.0),
        channel(2.0),
        channel(4.0)
    )
}

fn stroke_width(level: usize) -> f64 {
    0.8 + 2.4 / (1.0 + level as f64)
}

/// How close a box is to the viewer, who is in front of the scene, above it and to the right.
fn depth<const D: usize>(aabb: &Aabb<f32, D>) -> f64 {
    if D == 2 {
        0.0
    } else {
        aabb.min()
            .iter()
            .zip(aabb.max())
            .map(|(a, b)| f64::from(a + b))
            .sum()
    }
}

/// Maps coordinates to points of the picture.
struct View<const D: usize> {
    /// The box around all finite boxes.
    world: Aabb<f32, D>,
    scale: f64,
    /// The upper left corner, projected.
    corner: [f64; 2],
    height: f64,
}

impl<const D: usize> View<D> {
    fn around(nodes: &[NodeView<f32, D>]) -> Self {
        let finite =
            |aabb: &Aabb<f32, D>| aabb.min().iter().chain(&aabb.max()).all(|x| x.is_finite());
        let world = Aabb::enclosing(
            nodes
                .iter()
                .filter(|node| node.id.is_some())
                .map(|node| node.aabb)
                .filter(finite),
        );
        let world = world.unwrap_or_else(|| Aabb::new([0.0; D], [1.0; D]));
        let corners: Vec<_> = corners(&world).into_iter().map(project).collect();
        let least = |axis: usize| {
            corners
                .iter()
                .map(|corner| corner[axis])
                .fold(f64::INFINITY, f64::min)
        };
        let extent = |axis: usize| {
            corners
                .iter()
                .map(|corner| corner[axis])
                .fold(f64::NEG_INFINITY, f64::max)
                - least(axis)
        };
        // The picture is at most twice as high as wide.
        let scale = ((WIDTH - 2.0 * MARGIN) / extent(0))
            .min(2.0 * WIDTH / extent(1))
            .min(1e30);
        let spare = (WIDTH - 2.0 * MARGIN) / scale - extent(0);
        Self {
            world,
            scale,
            corner: [least(0) - spare / 2.0, least(1)],
            height: extent(1) * scale + 2.0 * MARGIN,
        }
    }

    /// The part of a box inside the finite world; the whole world if there is none.
    fn clip(&self, aabb: &Aabb<f32, D>) -> Aabb<f32, D> {
        aabb.intersection(&self.world).unwrap_or(self.world)
    }

    fn is_large(&self, aabb: &Aabb<f32, D>) -> bool {
        aabb.extents()
            .iter()
            .zip(self.world.extents())
            .any(|(&extent, whole)| extent > whole / 4.0)
    }

    fn point(&self, corner: [f64; 3]) -> (f64, f64) {
        let [x, y] = project(corner);
        let round = |x: f64| (x * 100.0).round() / 100.0;
        (
            round(MARGIN + (x - self.corner[0]) * self.scale),
            round(MARGIN + (y - self.corner[1]) * self.scale),
        )
    }

    /// Adds the visible faces of a box.
    fn fill(&self, group: Group, aabb: &Aabb<f32, D>) -> Group {
        let corners = corners(aabb);
        // Walls and floors are transparent.
        let opacity = if self.is_large(aabb) { 0.15 } else { 0.9 };
        let face = |face: [usize; 4], fill: &str| {
            self.polygon(face.map(|corner| corners[corner]))
                .set("fill", fill)
                .set("fill-opacity", opacity)
        };
        if D == 2 {
            return group.add(face([0, 1, 3, 2], "#b8c7e0"));
        }
        // In the index of a corner, bit 0 is for x, bit 1 for y, bit 2 for z. Right, front and top.
        group
            .add(face([1, 3, 7, 5], "#8fa3c4"))
            .add(face([4, 5, 7, 6], "#a9bad6"))
            .add(face([2, 3, 7, 6], "#cdd9ec"))
    }

    fn outline(&self, aabb: &Aabb<f32, D>) -> Path {
        let corners = corners(aabb);
        if D == 2 {
            return self.polygon([0, 1, 3, 2].map(|corner| corners[corner]));
        }
        let edges = (0..8)
            .flat_map(|corner| [1, 2, 4].map(|bit| (corner, corner | bit)))
            .filter(|(from, to)| from != to);
        let data = edges.fold(Data::new(), |data, (from, to)| {
            data.move_to(self.point(corners[from]))
                .line_to(self.point(corners[to]))
        });
        Path::new().set("d", data)
    }

    fn polygon(&self, corners: [[f64; 3]; 4]) -> Path {
        let [first, rest @ ..] = corners.map(|corner| self.point(corner));
        Path::new().set(
            "d",
            rest.into_iter()
                .fold(Data::new().move_to(first), Data::line_to)
                .close(),
        )
    }
}

/// The corners; bit `axis` of the index selects the lower or upper end, and z is 0 in 2D.
fn corners<const D: usize>(aabb: &Aabb<f32, D>) -> [[f64; 3]; 8] {
    let ends = [aabb.min(), aabb.max()];
    std::array::from_fn(|number| {
        std::array::from_fn(|axis| {
            ends[number >> axis & 1]
                .get(axis)
                .map_or(0.0, |&x| f64::from(x))
        })
    })
}

/// Projects a point into the picture, where y points down: isometric, with the third axis towards
/// the viewer. Points with z = 0 keep their coordinates.
fn project([x, y, z]: [f64; 3]) -> [f64; 2] {
    const COS_30: f64 = 0.866_025_403_784_438_6;
    if z == 0.0 {
        [x, -y]
    } else {
        [(x - z) * COS_30, (x + z) * 0.5 - y]
    }
}
