//! Boxes in tree order, nodes in pre-order.

use core::iter;
use core::ops::Range;

use super::cut::Cut;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// A box: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<S, const D: usize> {
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) id: Id,
    pub(crate) category: u32,
}

impl<S, const D: usize> Item<S, D> {
    /// A new box, which has all category bits.
    pub(crate) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            aabb,
            id,
            category: u32::MAX,
        }
    }
}

/// A leaf with items, or a cut with up to three children: the items that cross the cut, those below
/// it and those above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node<S, const D: usize> {
    /// Contains the boxes of all items in the subtree, and possibly of items that have left it.
    pub(crate) bounds: Aabb<S, D>,
    /// Contains the category bits of all items in the subtree, and possibly of items that have left
    /// it.
    pub(crate) category: u32,
    /// The items of the subtree are `start..end`.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The number of nodes in the subtree, this one included. The next sibling is that many nodes
    /// further on.
    pub(crate) nodes: u32,
    pub(crate) kind: Kind<S>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<S> {
    /// Items sorted by their starts along an axis.
    Leaf { axis: usize },
    /// If items cross the cut, the first child has them.
    Cut { cut: Cut<S>, is_crossed: bool },
}

impl<S: Scalar, const D: usize> Node<S, D> {
    /// A node with the bounds and category of its first item, and no range yet.
    pub(super) fn unfinished(start: u32, kind: Kind<S>, first: &Item<S, D>) -> Self {
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
    pub(crate) fn is_leaf(&self) -> bool {
        self.nodes == 1
    }

    /// The range of the items in the subtree.
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The children of a node; none of a leaf.
#[inline]
pub(crate) fn children<S: Scalar, const D: usize>(
    nodes: &[Node<S, D>],
    node: u32,
) -> impl Iterator<Item = u32> {
    let end = node + nodes[node as usize].nodes;
    let next =
        move |child: &u32| Some(child + nodes[*child as usize].nodes).filter(|&next| next < end);
    iter::successors(Some(node + 1).filter(|&first| first < end), next)
}
