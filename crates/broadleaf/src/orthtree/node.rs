//! Nodes, and the boxes in them.

use super::looseness::Looseness;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::array;

pub(super) type NodeIndex = u32;

/// The root. It shares its block with unused nodes and [`OUTSIDE`].
pub(super) const ROOT: NodeIndex = 0;
/// A node in the block of the root, for the boxes that do not fit into the root.
pub(super) const OUTSIDE: NodeIndex = 1;
/// The parent link of a node without a parent.
pub(super) const NO_PARENT: NodeIndex = NodeIndex::MAX;

/// A box in a node, called an item: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellBox<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    pub(super) id: Id,
    /// The index of the item's entry.
    pub(super) slot: u32,
}

impl<S, const D: usize> CellBox<S, D> {
    /// A new item, whose slot is still unknown.
    pub(super) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self { aabb, id, slot: 0 }
    }
}

/// The position of an item: its node, and its index among the node's own items.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxPlace {
    pub(super) node: NodeIndex,
    pub(super) index: u32,
    pub(super) category: u32,
}

impl BoxPlace {
    /// The entry of a new box, which is not in a node yet.
    pub(super) const NEW: Self = Self {
        node: OUTSIDE,
        index: 0,
        category: u32::MAX,
    };
}

#[derive(Clone, Debug)]
pub(super) struct CellNode<S, const D: usize> {
    /// The part of space that belongs to the node.
    pub(super) cell: Aabb<S, D>,
    /// Contains all boxes of the subtree, and possibly boxes that have left it. Meaningless if the
    /// subtree is empty.
    pub(super) bounds: Aabb<S, D>,
    /// The point at which the children's cells meet.
    pub(super) center: [S; D],
    /// The distance by which a box in a child may overhang the child's cell.
    pub(super) margin: [S; D],
    pub(super) parent: NodeIndex,
    /// The first child; 0 for a leaf.
    pub(super) children: NodeIndex,
    pub(super) count: u32,
    /// Contains the category bits of all boxes of the subtree, and possibly of boxes that have left
    /// it.
    pub(super) category: u32,
    /// The node's own items.
    pub(super) items: Vec<CellBox<S, D>>,
}

impl<S: Scalar, const D: usize> CellNode<S, D> {
    pub(super) fn new() -> Self {
        Self {
            cell: Aabb::EVERYWHERE,
            bounds: Aabb::EVERYWHERE,
            center: [S::default(); D],
            margin: [S::default(); D],
            parent: NO_PARENT,
            children: 0,
            count: 0,
            category: 0,
            items: Vec::new(),
        }
    }

    /// Makes the node an empty leaf that keeps its memory.
    pub(super) fn reset(&mut self, cell: Aabb<S, D>, parent: NodeIndex, looseness: Looseness) {
        self.set_cell(cell, center_of(&cell), looseness);
        (self.parent, self.children, self.count, self.category) = (parent, 0, 0, 0);
        self.items.clear();
    }

    pub(super) fn set_cell(&mut self, cell: Aabb<S, D>, center: [S; D], looseness: Looseness) {
        (self.cell, self.center) = (cell, center);
        let child_edge = |axis: usize| center[axis].saturating_sub(cell.min()[axis]);
        self.margin = array::from_fn(|axis| looseness.margin(child_edge(axis)));
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.children == 0
    }

    /// Adds the bounds, the number and the categories of boxes that enter the subtree.
    #[inline]
    pub(super) fn add(&mut self, bounds: &Aabb<S, D>, count: u32, category: u32) {
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
    array::from_fn(|axis| aabb.min()[axis].midpoint(aabb.max()[axis]))
}

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
