//! The rule: the node that a box belongs into.

use super::node::{Node, NodeIndex, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use core::array;

/// Whether the plane through the center belongs to the lower child. As in the published quadtree,
/// it does on the second axis, and belongs to the upper child on all others.
#[inline]
fn center_is_low(axis: usize) -> bool {
    axis == 1
}

/// The child on whose side of the center a box lies along every axis; `None` if there is none.
/// Boxes of different children never touch.
#[inline]
pub(super) fn strict_child<S: Scalar, const D: usize>(
    center: &[S; D],
    aabb: &Aabb<S, D>,
) -> Option<NodeIndex> {
    let mut child = 0;
    let mut crosses = false;
    for axis in 0..D {
        let (min, max, center) = (aabb.min()[axis], aabb.max()[axis], center[axis]);
        let (low, high) = if center_is_low(axis) {
            (max <= center, min > center)
        } else {
            (max < center, min >= center)
        };
        child |= NodeIndex::from(high) << axis;
        crosses |= !(low | high);
    }
    (!crosses).then_some(child)
}

/// The child whose cell contains the center of a box, if the box overhangs the cell by at most the
/// margin.
#[inline]
fn loose_child<S: Scalar, const D: usize>(
    node: &Node<S, D>,
    aabb: &Aabb<S, D>,
) -> Option<NodeIndex> {
    let mut child = 0;
    let mut fits = true;
    for axis in 0..D {
        let (min, max) = (aabb.min()[axis], aabb.max()[axis]);
        let (center, margin) = (node.center[axis], node.margin[axis]);
        let is_high = min.midpoint(max) >= center;
        let (from, to) = if is_high {
            (center, node.cell.max()[axis])
        } else {
            (node.cell.min()[axis], center)
        };
        child |= NodeIndex::from(is_high) << axis;
        fits &= (from.saturating_sub(margin) <= min) & (max <= to.saturating_add(margin));
    }
    fits.then_some(child)
}

/// The cell of a child.
pub(super) fn child_cell<S: Scalar, const D: usize>(
    cell: &Aabb<S, D>,
    center: &[S; D],
    child: NodeIndex,
) -> Aabb<S, D> {
    let (mut min, mut max) = (cell.min(), cell.max());
    for axis in 0..D {
        if child >> axis & 1 != 0 {
            min[axis] = center[axis];
        } else {
            max[axis] = center[axis];
        }
    }
    Aabb::new(min, max)
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The number of the child that a box belongs into; `None` if it stays in the node.
    #[inline]
    pub(super) fn child_for(&self, node: &Node<S, D>, aabb: &Aabb<S, D>) -> Option<NodeIndex> {
        if self.looseness.is_strict() {
            strict_child(&node.center, aabb)
        } else {
            loose_child(node, aabb)
        }
    }

    /// Whether a box that moves may stay in the subtree of a node. False for some boxes that touch
    /// the root's boundary.
    #[inline]
    pub(super) fn may_hold(&self, index: NodeIndex, aabb: &Aabb<S, D>) -> bool {
        let cell = &self.node(index).cell;
        if index == ROOT {
            // The cell of an empty root that can grow has no meaning.
            let has_cell = self.config.root.is_fixed() || self.node(ROOT).count > 0;
            return has_cell && cell.contains(aabb);
        }
        if self.looseness.is_strict() {
            return is_strictly_inside(cell, aabb);
        }
        let margin = &self.node(self.node(index).parent).margin;
        let min = array::from_fn(|axis| cell.min()[axis].saturating_sub(margin[axis]));
        let max = array::from_fn(|axis| cell.max()[axis].saturating_add(margin[axis]));
        Aabb::new(min, max).contains(aabb)
    }
}

/// Whether a box is inside a cell and apart from the sides that belong to other cells.
#[inline]
fn is_strictly_inside<S: Scalar, const D: usize>(cell: &Aabb<S, D>, aabb: &Aabb<S, D>) -> bool {
    let mut inside = true;
    for axis in 0..D {
        let [low, high] = cell.ends(axis);
        let [min, max] = aabb.ends(axis);
        inside &= if center_is_low(axis) {
            (low < min) & (max <= high)
        } else {
            (low <= min) & (max < high)
        };
    }
    inside
}
