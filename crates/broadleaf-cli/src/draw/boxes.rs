//! Filled boxes.

use broadleaf::{Aabb, Id};
use svg::node::element::Group;

use super::drawing::Drawing;
use super::label::Label;
use super::view::{View, corners};

/// The boxes: walls first, then from far to near. In 3D they carry their numbers, so that a near
/// box hides the number of a far one.
pub(super) fn draw<const D: usize>(view: &View<D>, drawing: &Drawing<D>) -> Group {
    let boxes = drawing.boxes.iter();
    let mut boxes: Vec<_> = boxes.map(|(id, aabb)| (*id, view.clip(aabb))).collect();
    boxes.sort_by(|(_, a), (_, b)| {
        view.is_large(b)
            .cmp(&view.is_large(a))
            .then(depth(a).total_cmp(&depth(b)))
    });
    let group = Group::new()
        .set("stroke", "#33415c")
        .set("stroke-width", 0.4);
    let label = |id: Id, aabb: &Aabb<f64, D>| Label::in_box(view, id, aabb);
    boxes.iter().fold(group, |group, (id, aabb)| {
        let group = fill(view, group, aabb);
        let number = (drawing.look.ids && D == 3).then(|| label(*id, aabb));
        let number = number.flatten().map(|number| number.draw());
        number.into_iter().fold(group, Group::add)
    })
}

/// How close a box is to the viewer, who is in front of the scene, above it and to the right.
fn depth<const D: usize>(aabb: &Aabb<f64, D>) -> f64 {
    if D == 2 {
        return 0.0;
    }
    let (min, max) = (aabb.min(), aabb.max());
    min.iter().zip(&max).map(|(a, b)| a + b).sum()
}

/// Adds the visible faces of a box.
fn fill<const D: usize>(view: &View<D>, group: Group, aabb: &Aabb<f64, D>) -> Group {
    let corners = corners(aabb);
    // Walls and floors are transparent.
    let opacity = if view.is_large(aabb) { 0.15 } else { 0.9 };
    let face = |face: [usize; 4], fill: &str| {
        view.polygon(face.map(|corner| corners[corner]))
            .set("fill", fill)
            .set("fill-opacity", opacity)
    };
    if D == 2 {
        return group.add(face([0, 1, 3, 2], "#b8c7e0"));
    }
    // In the index of a corner, bit 0 is for x, bit 1 for y, bit 2 for z. The faces are right,
    // front and top.
    group
        .add(face([1, 3, 7, 5], "#8fa3c4"))
        .add(face([4, 5, 7, 6], "#a9bad6"))
        .add(face([2, 3, 7, 6], "#cdd9ec"))
}
