//! Which node a box belongs into.

use super::Orthtree;
use super::layout::{Node, NodeIndex, ROOT};
use crate::geometry::Aabb;
use crate::geometry::Scalar;

/// On the second axis the middle belongs to the lower child, on all others to the upper one, as the
/// published quadtree has it.
#[inline]
fn middle_is_low(axis: usize) -> bool {
    axis == 1
}

/// The child on whose side of the center a box lies along every axis; boxes in different children
/// never touch.
#[inline]
pub(super) fn strict_child<S: Scalar, const D: usize>(
    center: &[S; D],
    aabb: &Aabb<S, D>,
) -> Option<NodeIndex> {
    let mut child = 0;
    let mut crosses = false;
    for axis in 0..D {
        let (min, max, middle) = (aabb.min()[axis], aabb.max()[axis], center[axis]);
        let (low, high) = if middle_is_low(axis) {
            (max <= middle, min > middle)
        } else {
            (max < middle, min >= middle)
        };
        child |= NodeIndex::from(high) << axis;
        crosses |= !(low | high);
    }
    (!crosses).then_some(child)
}

/// The child whose cell a box's center lies in, if the box reaches no farther beyond it than a
/// loose tree allows.
#[inline]
fn loose_child<S: Scalar, const D: usize>(
    node: &Node<S, D>,
    aabb: &Aabb<S, D>,
) -> Option<NodeIndex> {
    let mut child = 0;
    let mut fits = true;
    for axis in 0..D {
        let (min, max, middle, margin) = (
            aabb.min()[axis],
            aabb.max()[axis],
            node.center[axis],
            node.margin[axis],
        );
        let is_high = min.midpoint(max) >= middle;
        let (from, to) = if is_high {
            (middle, node.cell.max()[axis])
        } else {
            (node.cell.min()[axis], middle)
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
    let is_high = |axis: usize| child >> axis & 1 != 0;
    let min = core::array::from_fn(|axis| {
        if is_high(axis) {
            center[axis]
        } else {
            cell.min()[axis]
        }
    });
    let max = core::array::from_fn(|axis| {
        if is_high(axis) {
            cell.max()[axis]
        } else {
            center[axis]
        }
    });
    Aabb::new(min, max)
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Which child of a node a box belongs into; `None` if it stays.
    #[inline]
    pub(super) fn child_for(&self, node: &Node<S, D>, aabb: &Aabb<S, D>) -> Option<NodeIndex> {
        if self.eighths == 0 {
            strict_child(&node.center, aabb)
        } else {
            loose_child(node, aabb)
        }
    }

    /// Whether a box may stay at or below a node when it moves. Says no for some that touch the
    /// root's boundary.
    #[inline]
    pub(super) fn holds(&self, index: NodeIndex, aabb: &Aabb<S, D>) -> bool {
        let cell = &self.node(index).cell;
        if index == ROOT {
            // An empty root that can grow is yet to be placed.
            let placed = self.config.fixed_root.is_some() || self.node(ROOT).count > 0;
            return placed && cell.contains(aabb);
        }
        if self.eighths > 0 {
            let margin = &self.node(self.node(index).parent).margin;
            let min = core::array::from_fn(|axis| cell.min()[axis].saturating_sub(margin[axis]));
            let max = core::array::from_fn(|axis| cell.max()[axis].saturating_add(margin[axis]));
            return Aabb::new(min, max).contains(aabb);
        }
        let mut inside = true;
        for axis in 0..D {
            let (from_min, to_max) = (
                (cell.min()[axis], aabb.min()[axis]),
                (aabb.max()[axis], cell.max()[axis]),
            );
            inside &= if middle_is_low(axis) {
                (from_min.0 < from_min.1) & (to_max.0 <= to_max.1)
            } else {
                (from_min.0 <= from_min.1) & (to_max.0 < to_max.1)
            };
        }
        inside
    }
}
