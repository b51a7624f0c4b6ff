//! Boxes in tree order and nodes in pre-order.

use core::iter;
use core::ops::Range;

use super::cut::Cut;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// A box of the index, called an item: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(in crate::kd_sweep) struct SweptBox<S, const D: usize> {
    pub(in crate::kd_sweep) aabb: Aabb<S, D>,
    pub(in crate::kd_sweep) id: Id,
    pub(in crate::kd_sweep) category: u32,
}

impl<S, const D: usize> SweptBox<S, D> {
    /// A new box with all category bits.
    pub(in crate::kd_sweep) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            aabb,
            id,
            category: u32::MAX,
        }
    }
}

/// A leaf with items, or a cut with up to three children: the items that cross the cut, the items
/// below it and the items above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kd_sweep) struct Node<S, const D: usize> {
    /// Contains the boxes of all items in the subtree, and possibly of items that have left it.
    pub(in crate::kd_sweep) bounds: Aabb<S, D>,
    /// Contains the category bits of all items in the subtree, and possibly of items that have left
    /// it.
    pub(in crate::kd_sweep) category: u32,
    /// The items of the subtree are `start..end`.
    pub(in crate::kd_sweep) start: u32,
    pub(in crate::kd_sweep) end: u32,
    /// The number of nodes in the subtree, including this one: the distance to the next sibling.
    pub(in crate::kd_sweep) nodes: u32,
    pub(in crate::kd_sweep) kind: CutOrLeaf<S>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kd_sweep) enum CutOrLeaf<S> {
    /// Items sorted by their starts along an axis.
    Leaf { axis: usize },
    /// If items cross the cut, the first child has them.
    Cut { cut: Cut<S>, is_crossed: bool },
}

impl<S: Scalar, const D: usize> Node<S, D> {
    /// A node with the bounds and category of its first item, and without a range.
    pub(super) fn unfinished(start: u32, kind: CutOrLeaf<S>, first: &SweptBox<S, D>) -> Self {
        Self {
            bounds: first.aabb,
            category: first.category,
            start,
            end: start,
            nodes: 1,
            kind,
        }
    }

    #[inline]
    pub(in crate::kd_sweep) fn is_leaf(&self) -> bool {
        self.nodes == 1
    }

    #[inline]
    pub(in crate::kd_sweep) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The siblings in a range of nodes that starts with one.
#[inline]
pub(in crate::kd_sweep) fn siblings<S: Scalar, const D: usize>(
    nodes: &[Node<S, D>],
    Range { start, end }: Range<u32>,
) -> impl Iterator<Item = u32> {
    let next = move |sibling: &u32| {
        Some(sibling + nodes[*sibling as usize].nodes).filter(|&next| next < end)
    };
    iter::successors(Some(start).filter(|&first| first < end), next)
}

/// The children of a node; empty for a leaf.
#[inline]
pub(in crate::kd_sweep) fn children<S: Scalar, const D: usize>(
    nodes: &[Node<S, D>],
    node: u32,
) -> impl Iterator<Item = u32> {
    siblings(nodes, node + 1..node + nodes[node as usize].nodes)
}
