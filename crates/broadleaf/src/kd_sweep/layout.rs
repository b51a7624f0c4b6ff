//! Boxes in order, nodes in pre-order.

use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use core::ops::Range;

/// A box: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    pub(super) id: Id,
    pub(super) category: u32,
}

/// A leaf with boxes, or a cut through space: what crosses it comes first below it, then what is on
/// either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node<S, const D: usize> {
    /// Around all boxes at or below, and maybe some that have left.
    pub(super) bounds: Aabb<S, D>,
    /// The categories of all boxes at or below, and maybe some that have left.
    pub(super) category: u32,
    /// Where its boxes begin and end.
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many nodes are at or below. The next sibling is that many further on.
    pub(super) nodes: u32,
    pub(super) kind: Kind<S>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<S> {
    /// Boxes sorted by their starts along an axis.
    Leaf { axis: usize },
    /// A divider, and whether there are boxes that cross it: then the first child has them.
    Cut { cut: Cut<S>, is_crossed: bool },
}

/// A plane across an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut<S> {
    pub(super) axis: usize,
    pub(super) at: S,
}

/// Where a box is as seen from a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Crossing,
    Below,
    Above,
}

impl<S: Scalar> Cut<S> {
    #[inline]
    pub(super) fn side<const D: usize>(&self, aabb: &Aabb<S, D>) -> Side {
        let [min, max] = aabb.ends(self.axis);
        if max < self.at {
            Side::Below
        } else if min > self.at {
            Side::Above
        } else {
            Side::Crossing
        }
    }
}

impl<S: Scalar, const D: usize> Node<S, D> {
    /// A node that so far has no more than the bounds and category of its first box.
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
    pub(super) fn is_leaf(&self) -> bool {
        self.nodes == 1
    }

    #[inline]
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The children of a node, none of a leaf.
#[inline]
pub(super) fn children<S: Scalar, const D: usize>(
    nodes: &[Node<S, D>],
    index: u32,
) -> impl Iterator<Item = u32> {
    let end = index + nodes[index as usize].nodes;
    let next =
        move |child: &u32| Some(child + nodes[*child as usize].nodes).filter(|&next| next < end);
    core::iter::successors(Some(index + 1).filter(|&first| first < end), next)
}

/// The number of a box or a node.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are no more boxes than ids, and fewer nodes than boxes"
)]
#[inline]
pub(super) fn narrow(number: usize) -> u32 {
    number as u32
}
