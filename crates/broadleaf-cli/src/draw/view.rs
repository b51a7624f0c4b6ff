//! The projection from coordinates to points of the picture.

use broadleaf::Aabb;
use svg::node::element::{Path, path::Data};

pub(super) const WIDTH: f64 = 1_000.0;
pub(super) const MARGIN: f64 = 24.0;
/// The cosine of 30 degrees, by which the x axis of a 3D picture is shortened.
pub(super) const COS_30: f64 = 0.866_025_403_784_438_6;

/// Maps coordinates to points of the picture.
pub(super) struct View<const D: usize> {
    /// The box around all finite boxes.
    world: Aabb<f64, D>,
    scale: f64,
    /// The upper left corner, projected.
    corner: [f64; 2],
    pub(super) height: f64,
}

impl<const D: usize> View<D> {
    /// A view of all finite boxes.
    pub(super) fn around(boxes: impl Iterator<Item = Aabb<f64, D>>) -> Self {
        let finite =
            |aabb: &Aabb<f64, D>| aabb.min().iter().chain(&aabb.max()).all(|x| x.is_finite());
        let world = Aabb::enclosing(boxes.filter(finite));
        let world = world.unwrap_or_else(|| Aabb::new([0.0; D], [1.0; D]));
        let [left, top, width, height] = bounds(&corners(&world).map(project::<D>));
        // The picture is at most twice as high as wide.
        let scale = ((WIDTH - 2.0 * MARGIN) / width)
            .min(2.0 * WIDTH / height)
            .min(1e30);
        let spare = (WIDTH - 2.0 * MARGIN) / scale - width;
        Self {
            world,
            scale,
            corner: [left - spare / 2.0, top],
            height: height * scale + 2.0 * MARGIN,
        }
    }

    /// The part of a box inside the finite world; the whole world if that is empty.
    pub(super) fn clip(&self, aabb: &Aabb<f64, D>) -> Aabb<f64, D> {
        aabb.intersection(&self.world).unwrap_or(self.world)
    }

    /// Whether a box hides much of the others, like a wall or a floor.
    pub(super) fn is_large(&self, aabb: &Aabb<f64, D>) -> bool {
        aabb.extents()
            .iter()
            .zip(self.world.extents())
            .any(|(&extent, whole)| extent > whole / 4.0)
    }

    pub(super) fn point(&self, corner: [f64; 3]) -> (f64, f64) {
        let [x, y] = project::<D>(corner);
        let round = |x: f64| (x * 100.0).round() / 100.0;
        (
            round(MARGIN + (x - self.corner[0]) * self.scale),
            round(MARGIN + (y - self.corner[1]) * self.scale),
        )
    }

    /// [`point`](Self::point) in the dimension of the scene.
    pub(super) fn point_of(&self, position: [f64; D]) -> (f64, f64) {
        let coordinate = |axis: usize| position.get(axis).copied().unwrap_or(0.0);
        self.point(std::array::from_fn(coordinate))
    }

    /// The outline of a box: a rectangle, or the edges of a cuboid.
    pub(super) fn outline(&self, aabb: &Aabb<f64, D>) -> Path {
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

    pub(super) fn polygon(&self, corners: [[f64; 3]; 4]) -> Path {
        let [first, rest @ ..] = corners.map(|corner| self.point(corner));
        Path::new().set(
            "d",
            rest.into_iter()
                .fold(Data::new().move_to(first), Data::line_to)
                .close(),
        )
    }
}

/// The least coordinates and the extents of projected points.
fn bounds(points: &[[f64; 2]; 8]) -> [f64; 4] {
    let least = |axis: usize| {
        points
            .iter()
            .map(|point| point[axis])
            .fold(f64::INFINITY, f64::min)
    };
    let most = |axis: usize| {
        points
            .iter()
            .map(|point| point[axis])
            .fold(f64::NEG_INFINITY, f64::max)
    };
    [least(0), least(1), most(0) - least(0), most(1) - least(1)]
}

/// The corners; bit `axis` of the index selects the lower or upper end, and z is 0 in 2D.
pub(super) fn corners<const D: usize>(aabb: &Aabb<f64, D>) -> [[f64; 3]; 8] {
    let ends = [aabb.min(), aabb.max()];
    std::array::from_fn(|number| {
        std::array::from_fn(|axis| ends[number >> axis & 1].get(axis).copied().unwrap_or(0.0))
    })
}

/// Projects a point into the picture, where y points down; 3D is isometric, with the third axis
/// towards the viewer.
fn project<const D: usize>([x, y, z]: [f64; 3]) -> [f64; 2] {
    if D == 2 {
        [x, -y]
    } else {
        [(x - z) * COS_30, (x + z) * 0.5 - y]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_through_the_origin_are_projected_like_all_others() {
        let view = View::around([Aabb::new([0.0, 0.0, 0.0], [1.0; 3])].into_iter());
        let points = [0.0, 1e-6].map(|z| view.point([1.0, 0.5, z]));
        assert!((points[0].0 - points[1].0).abs() < 0.1, "{points:?}");
        assert!((points[0].1 - points[1].1).abs() < 0.1, "{points:?}");
    }

    #[test]
    fn a_flat_scene_fills_the_width() {
        let view = View::around([Aabb::new([2.0, 2.0], [4.0, 3.0])].into_iter());
        assert_eq!(view.point([2.0, 3.0, 0.0]), (MARGIN, MARGIN));
        assert_eq!(view.point([4.0, 3.0, 0.0]), (WIDTH - MARGIN, MARGIN));
        let wide = Aabb::new([0.0, 0.0], [9.0, 2.5]);
        assert_eq!(view.clip(&wide), Aabb::new([2.0, 2.0], [4.0, 2.5]));
    }
}
