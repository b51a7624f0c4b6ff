//! Outlines and cuts of inner nodes.

use broadleaf::Aabb;
use svg::node::element::Group;

use super::color;
use super::drawing::{Drawing, Node};
use super::view::View;
use crate::args::Levels;

/// The levels that are drawn by default in 2D and 3D; deeper nodes are hardly larger than the boxes
/// and would hide them.
const DEFAULT_LEVELS: [usize; 2] = [9, 3];

/// The nodes to draw, small ones first, so that they do not hide large ones.
pub(super) fn visible<const D: usize>(drawing: &Drawing<D>) -> Vec<&Node<D>> {
    let default = Levels::To(DEFAULT_LEVELS[usize::from(D == 3)]);
    let levels = drawing.look.levels.unwrap_or(default);
    let nodes = drawing.nodes.iter();
    let mut nodes: Vec<_> = nodes.filter(|node| levels.include(node.level)).collect();
    nodes.sort_by_key(|node| std::cmp::Reverse(node.level));
    nodes
}

/// The outlines of nodes, in the color of their level.
pub(super) fn outlines<const D: usize>(
    view: &View<D>,
    nodes: &[&Node<D>],
    deepest: usize,
) -> Group {
    let group = Group::new().set("fill", "none");
    nodes.iter().fold(group, |group, node| {
        let outline = view
            .outline(&view.clip(&node.aabb))
            .set("stroke", color::of_level(node.level, deepest))
            .set("stroke-width", stroke_width(node.level));
        group.add(outline)
    })
}

/// The cuts of nodes: dashed lines in 2D, planes in 3D, in the color of their level.
pub(super) fn cuts<const D: usize>(view: &View<D>, nodes: &[&Node<D>], deepest: usize) -> Group {
    let group = Group::new()
        .set("fill-opacity", 0.08)
        .set("stroke-dasharray", "6 3");
    let cuts = nodes.iter().filter_map(|node| Some((node, cut(node)?)));
    cuts.fold(group, |group, (node, cut)| {
        let color = color::of_level(node.level, deepest);
        let plane = view
            .outline(&view.clip(&cut))
            .set("fill", if D == 2 { "none" } else { color.as_str() })
            .set("stroke", color.as_str())
            .set("stroke-width", stroke_width(node.level));
        group.add(plane)
    })
}

/// The part of the cut of a node inside its box.
fn cut<const D: usize>(node: &Node<D>) -> Option<Aabb<f64, D>> {
    let (axis, position) = node.cut?;
    let (mut min, mut max) = (node.aabb.min(), node.aabb.max());
    (min[axis], max[axis]) = (position, position);
    Aabb::try_new(min, max).ok()
}

fn stroke_width(level: usize) -> f64 {
    0.8 + 2.4 / (1.0 + level as f64)
}
