//! The numbers of boxes.

use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};
use svg::node::element::{Group, Text};

use super::drawing::Drawing;
use super::view::{COS_30, View, corners};

/// The smallest and the largest font.
const FONT: [f64; 2] = [4.0, 16.0];
/// The width of a digit relative to the font size.
const DIGIT: f64 = 0.6;
/// The fraction of a box that its number may fill.
const FILL: f64 = 0.8;

/// The number of a box in the middle of its front.
pub(super) struct Label {
    text: String,
    size: f64,
    center: [f64; 2],
    /// The slope of the text, as on the front of a cuboid: its descent to the right divided by its
    /// width.
    slope: f64,
}

impl Label {
    /// `None` if the number does not fit into the box at a readable size.
    pub(super) fn in_box<const D: usize>(
        view: &View<D>,
        id: Id,
        aabb: &Aabb<f64, D>,
    ) -> Option<Self> {
        let corners = corners(aabb).map(|corner| view.point(corner));
        // Corners 0 and 3 are the lower left and upper right, corners 4 and 7 those of the front.
        let [(left, bottom), (right, top)] = match D {
            2 => [corners[0], corners[3]],
            _ => [corners[4], corners[7]],
        };
        let slope = if D == 2 { 0.0 } else { 0.5 / COS_30 };
        let (width, height) = (right - left, bottom + slope * (right - left) - top);
        let text = id.to_string();
        Some(Self {
            size: font_size(width, height, text.len())?,
            center: [(left + right) / 2.0, (top + bottom) / 2.0],
            slope,
            text,
        })
    }

    pub(super) fn draw(&self) -> Text {
        let Self {
            center: [x, y],
            slope,
            size,
            ..
        } = self;
        // The middle of a digit is about a third of its size above its baseline.
        let y = y + size * 0.35;
        let transform = format!("matrix(1 {slope:.3} 0 1 {x:.2} {y:.2})");
        Text::new(self.text.as_str())
            .set("font-family", "sans-serif")
            .set("font-size", (size * 10.0).round() / 10.0)
            .set("text-anchor", "middle")
            .set("transform", transform)
            .set("stroke", "none")
            .set("fill", "#14213d")
    }

    /// The part of the picture that the text covers.
    fn area(&self) -> Aabb<f64, 2> {
        let width = DIGIT * self.size * self.text.len() as f64;
        let [x, y] = self.center;
        let (half_width, half_height) = (width / 2.0, self.size * 0.4);
        Aabb::new(
            [x - half_width, y - half_height],
            [x + half_width, y + half_height],
        )
    }
}

/// The numbers of the boxes of a flat scene, drawn last. Of numbers that would cover each other,
/// only the largest is drawn.
pub(super) fn on_top<const D: usize>(view: &View<D>, drawing: &Drawing<D>) -> Group {
    let boxes = drawing.boxes.iter().filter(|_| drawing.look.ids && D == 2);
    let mut labels: Vec<_> = boxes
        .filter_map(|(id, aabb)| Label::in_box(view, *id, &view.clip(aabb)))
        .collect();
    labels.sort_by(|a, b| b.size.total_cmp(&a.size));
    let mut drawn = DynamicTree::<f64, 2>::default();
    let mut group = Group::new();
    for (number, label) in (0..).map(Id).zip(&labels) {
        if !drawn.any_overlap(&label.area()) {
            drawn.insert(number, label.area());
            group = group.add(label.draw());
        }
    }
    group
}

/// The size of the largest font that fits; `None` if that is unreadable.
fn font_size(width: f64, height: f64, digits: usize) -> Option<f64> {
    let size = (FILL * height).min(FILL * width / (DIGIT * digits as f64));
    let [least, most] = FONT;
    (size >= least).then_some(size.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_or_are_left_out() {
        assert_eq!(font_size(1_000.0, 1_000.0, 3), Some(16.0));
        assert_eq!(font_size(1_000.0, 10.0, 3), Some(8.0));
        assert_eq!(font_size(9.0, 100.0, 1), Some(12.0));
        assert_eq!(font_size(18.0, 100.0, 8), None);
        assert_eq!(font_size(0.0, 0.0, 1), None);
    }
}
