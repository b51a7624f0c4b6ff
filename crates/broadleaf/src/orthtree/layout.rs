//! Nodes, boxes in nodes, and who is where.

use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

/// The number of a node.
pub(super) type NodeIndex = u32;

/// The root, in a block of children of its own.
pub(super) const ROOT: NodeIndex = 0;
/// A node beside the root for what does not fit into it.
pub(super) const OUTSIDE: NodeIndex = 1;
/// The parent of a node that has none.
pub(super) const NOBODY: NodeIndex = NodeIndex::MAX;

/// A box in a node: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    pub(super) id: Id,
    /// Its number in the array of places.
    pub(super) slot: u32,
}

/// Where a box is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) node: NodeIndex,
    pub(super) index: u32,
    pub(super) category: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Node<S, const D: usize> {
    /// The part of space that its parent gave it.
    pub(super) cell: Aabb<S, D>,
    /// Around all boxes at or below, and maybe some that have left. Means nothing while there are
    /// none.
    pub(super) bounds: Aabb<S, D>,
    /// Where the children's cells meet.
    pub(super) center: [S; D],
    /// How far beyond its cell a box may reach that goes into a child.
    pub(super) margin: [S; D],
    pub(super) parent: NodeIndex,
    /// The first child; 0 for a leaf.
    pub(super) children: NodeIndex,
    /// How many boxes are at or below.
    pub(super) count: u32,
    /// The category bits of all boxes at or below, and maybe some that have left.
    pub(super) category: u32,
    pub(super) items: Vec<Item<S, D>>,
}

impl<S: Scalar, const D: usize> Node<S, D> {
    pub(super) fn new() -> Self {
        Self {
            cell: Aabb::EVERYWHERE,
            bounds: Aabb::EVERYWHERE,
            center: [S::default(); D],
            margin: [S::default(); D],
            parent: NOBODY,
            children: 0,
            count: 0,
            category: 0,
            items: Vec::new(),
        }
    }

    /// An empty leaf, with the memory it had.
    pub(super) fn reset(&mut self, cell: Aabb<S, D>, parent: NodeIndex, eighths: u32) {
        self.place(cell, center_of(&cell), eighths);
        (self.parent, self.children, self.count, self.category) = (parent, 0, 0, 0);
        self.items.clear();
    }

    /// Gives it a cell.
    pub(super) fn place(&mut self, cell: Aabb<S, D>, center: [S; D], eighths: u32) {
        (self.cell, self.center) = (cell, center);
        self.margin = core::array::from_fn(|axis| {
            // Half a child's edge is a quarter of this cell's, and an eighth of that is a
            // thirty-second.
            let half = |length| S::default().midpoint(length);
            half(half(half(half(
                center[axis].saturating_sub(cell.min()[axis]),
            ))))
            .saturating_times(eighths)
        });
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.children == 0
    }

    /// Notes that a box has come in at or below.
    #[inline]
    pub(super) fn admit(&mut self, aabb: &Aabb<S, D>, category: u32) {
        self.absorb(aabb, 1, category);
    }

    /// Notes that so many boxes have come in at or below.
    #[inline]
    pub(super) fn absorb(&mut self, bounds: &Aabb<S, D>, count: u32, category: u32) {
        self.bounds = if self.count == 0 {
            *bounds
        } else {
            self.bounds.union(bounds)
        };
        self.count += count;
        self.category |= category;
    }
}

pub(super) fn center_of<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [S; D] {
    core::array::from_fn(|axis| aabb.min()[axis].midpoint(aabb.max()[axis]))
}
