//! Statistics and views of nodes.

use super::tree::{NodeTree, TOP};
use crate::geometry::{Aabb, Scalar};
use crate::report::{AreaRatio, NodeView, Stats};
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub(crate) fn measure<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    len: usize,
    bytes: usize,
) -> Stats {
    let mut views = Vec::new();
    let max_balance = visit_views(tree, |view| views.push(view));
    let root = views.first().filter(|view| view.id.is_none());
    let root = root.map_or_else(
        || Aabb::enclosing(views.iter().map(|view| view.aabb)),
        |view| Some(view.aabb),
    );
    let mut area_ratio = AreaRatio::new(root);
    views.iter().for_each(|view| area_ratio.add(&view.aabb));
    Stats {
        len,
        nodes: views.len(),
        height: views.iter().map(|view| view.level).max().unwrap_or(0),
        max_balance,
        area_ratio: area_ratio.value(),
        bytes,
    }
}

/// Visits every node before its descendants, then the boxes below no node. A box is one level below
/// its node. Returns the largest difference between the heights of two siblings.
pub(crate) fn visit_views<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    mut visit: impl FnMut(NodeView<S, D>),
) -> usize {
    let (mut heights, mut max_balance) = (Vec::new(), 0);
    let tops: Vec<_> = tree.children(TOP).collect();
    for &top in &tops {
        find_heights(tree, top, &mut heights, &mut max_balance);
    }
    let mut stack = vec![(TOP, 0)];
    stack.extend(tops.into_iter().rev().map(|top| (top, 0)));
    while let Some((node, level)) = stack.pop() {
        let view = (node != TOP).then(|| tree.view(node)).flatten();
        let below = level + usize::from(view.is_some());
        if let Some(view) = view {
            let height = heights[node as usize];
            visit(NodeView {
                level,
                height,
                ..view
            });
        }
        visit_boxes(tree, node, |aabb, id| {
            visit(NodeView::leaf(aabb, below, id));
        });
        if node != TOP {
            let first = stack.len();
            stack.extend(tree.children(node).map(|child| (child, below)));
            stack[first..].reverse();
        }
    }
    max_balance
}

/// Writes the heights of a node and of all nodes below it: the number of steps to the deepest box
/// or empty node below. Returns the node's height.
fn find_heights<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    node: u32,
    heights: &mut Vec<usize>,
    max_balance: &mut usize,
) -> usize {
    let mut boxes = None;
    visit_boxes(tree, node, |_, _| boxes = Some(0));
    let (mut least, mut greatest) = (boxes, boxes);
    for child in tree.children(node) {
        let height = find_heights(tree, child, heights, max_balance);
        least = Some(least.map_or(height, |least| least.min(height)));
        greatest = greatest.max(Some(height));
    }
    let balance = greatest.unwrap_or(0) - least.unwrap_or(0);
    *max_balance = balance.max(*max_balance);
    let height = greatest.map_or(0, |height| height + 1);
    heights.resize(heights.len().max(node as usize + 1), 0);
    heights[node as usize] = height;
    height
}

/// Visits the boxes at a node that have not left the tree.
fn visit_boxes<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    node: u32,
    visit: impl FnMut(Aabb<S, D>, Id),
) {
    let (all, any) = (|aabb: &Aabb<S, D>| Some(*aabb), |_| true);
    let ControlFlow::Continue(()) = tree.visit_boxes_at(node, all, any, never_breaks(visit));
}
