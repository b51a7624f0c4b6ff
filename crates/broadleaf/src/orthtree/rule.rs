//! The rule that chooses the node of a box.

use super::choice::{center_is_low, child_for};
use super::node::{CellNode, NodeIndex, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use core::array;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The number of the child that a box belongs to; `None` if it stays in the node.
    #[inline]
    pub(super) fn child_for(&self, node: &CellNode<S, D>, aabb: &Aabb<S, D>) -> Option<NodeIndex> {
        child_for(node, self.looseness, aabb).map(NodeIndex::from)
    }

    /// Whether a box that moves may stay in the subtree of a node. Conservatively false for some
    /// boxes that touch the root's boundary.
    #[inline]
    pub(super) fn may_hold(&self, index: NodeIndex, aabb: &Aabb<S, D>) -> bool {
        let cell = &self.node(index).cell;
        if index == ROOT {
            // The cell of an empty root that can grow is meaningless.
            let has_cell = self.config.root.is_fixed() || self.node(ROOT).count > 0;
            return has_cell && cell.contains(aabb);
        }
        if self.looseness.is_strict() {
            return is_strictly_inside(cell, aabb);
        }
        if !self.has_whole_cell(index) {
            return self.holds_in_skipped(cell, aabb);
        }
        let margin = &self.node(self.node(index).parent).margin;
        let min = array::from_fn(|axis| cell.min()[axis].saturating_sub(margin[axis]));
        let max = array::from_fn(|axis| cell.max()[axis].saturating_add(margin[axis]));
        Aabb::new(min, max).contains(aabb)
    }
}

/// Whether a box lies inside a cell without touching the sides that belong to other cells.
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
