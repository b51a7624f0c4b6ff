//! Fat boxes and pairs of a broad phase.

use broadleaf::{Aabb, Id};
use svg::node::element::{Group, Line};

use super::color;
use super::drawing::{Drawing, Proxies};
use super::view::View;

/// The fat boxes, dashed.
pub(super) fn fat_boxes<const D: usize>(view: &View<D>, proxies: &Proxies<D>) -> Group {
    let group = Group::new()
        .set("fill", "none")
        .set("stroke", color::FAT)
        .set("stroke-width", if D == 2 { 0.8 } else { 0.4 })
        .set("stroke-dasharray", "3 2");
    let fat = proxies.fat.iter().map(|fat| view.outline(&view.clip(fat)));
    fat.fold(group, Group::add)
}

/// A line between the centers of the boxes of each pair; pairs whose tight boxes overlap come last.
pub(super) fn lines<const D: usize>(
    view: &View<D>,
    drawing: &Drawing<D>,
    proxies: &Proxies<D>,
) -> Group {
    let clipped = |id: Id| view.clip(&drawing.boxes[id.index()].1);
    let mut pairs: Vec<_> = proxies.pairs.iter().collect();
    pairs.sort_by_key(|(_, is_tight)| *is_tight);
    pairs.iter().fold(Group::new(), |group, (pair, is_tight)| {
        let [a, b] = ends(view, pair.map(clipped));
        let color = if *is_tight {
            color::TIGHT_PAIR
        } else {
            color::FAT_PAIR
        };
        let line = Line::new()
            .set("x1", a.0)
            .set("y1", a.1)
            .set("x2", b.0)
            .set("y2", b.1)
            .set("stroke", color)
            .set("stroke-width", if D == 2 { 1.4 } else { 0.7 });
        group.add(line)
    })
}

/// The ends of the line between two boxes: their centers, but for a wall or floor the nearest
/// point, since its center may be far from the contact.
fn ends<const D: usize>(view: &View<D>, [a, b]: [Aabb<f64, D>; 2]) -> [(f64, f64); 2] {
    let end = |of: &Aabb<f64, D>, other: &Aabb<f64, D>| {
        if view.is_large(of) && !view.is_large(other) {
            let (near, min, max) = (other.center(), of.min(), of.max());
            let nearest = std::array::from_fn(|axis| near[axis].clamp(min[axis], max[axis]));
            view.point_of(nearest)
        } else {
            view.point_of(of.center())
        }
    };
    [end(&a, &b), end(&b, &a)]
}
