//! Nodes and the links between them.

use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// The index of a node: twice the index of its pair of siblings, plus its side in the pair, 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeIndex(pub(super) u32);

impl NodeIndex {
    pub(super) const ROOT: Self = Self(0);

    #[inline]
    pub(super) fn new(siblings: u32, side: u32) -> Self {
        Self(2 * siblings + side)
    }

    #[inline]
    pub(super) fn siblings(self) -> usize {
        (self.0 / 2) as usize
    }

    #[inline]
    pub(super) fn side(self) -> usize {
        (self.0 % 2) as usize
    }

    #[inline]
    pub(super) fn sibling(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A node: 32 bytes for `f32` in 3D, so two siblings fill a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TreeNode<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    /// The id of a leaf, or the index of the two children of an inner node.
    link: u32,
    pub(super) shape: NodeShape,
}

impl<S: Scalar, const D: usize> TreeNode<S, D> {
    pub(super) const UNUSED: Self = Self {
        aabb: Aabb::EVERYWHERE,
        link: 0,
        shape: NodeShape::UNUSED,
    };

    pub(super) fn leaf(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            aabb,
            link: id.0,
            shape: NodeShape::LEAF,
        }
    }

    /// The parent of two nodes; `children` is the index of their pair.
    #[inline]
    pub(super) fn inner(children: u32, [a, b]: &[Self; 2]) -> Self {
        Self {
            aabb: a.aabb.union(&b.aabb),
            link: children,
            shape: a.shape.above(b.shape),
        }
    }

    pub(super) fn with_aabb(self, aabb: Aabb<S, D>) -> Self {
        Self { aabb, ..self }
    }

    #[inline]
    pub(super) fn with_leaf(self, aabb: &Aabb<S, D>) -> Self {
        Self {
            aabb: self.aabb.union(aabb),
            shape: self.shape.with_leaf(),
            ..self
        }
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.shape == NodeShape::LEAF
    }

    #[inline]
    pub(super) fn is_inner(&self) -> bool {
        self.shape.height() > 0
    }

    #[inline]
    pub(super) fn is_unused(&self) -> bool {
        self.shape == NodeShape::UNUSED
    }

    /// The id of a leaf, or the index of the two children of an inner node.
    #[inline]
    pub(super) fn link(&self) -> u32 {
        self.link
    }

    /// The id of a leaf; meaningless for other nodes.
    #[inline]
    pub(super) fn id(&self) -> Id {
        Id(self.link)
    }

    /// The index of the two children of an inner node; meaningless for other nodes.
    #[inline]
    pub(super) fn children(&self) -> u32 {
        self.link
    }
}

/// What a balance policy compares: height in the low 6 bits, weight (the number of leaves, at most
/// 2^26 - 1) above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeShape(u32);

impl NodeShape {
    const HEIGHT_BITS: u32 = 6;
    /// More levels than any height allows. A search keeps at most one entry per level, so a stack
    /// of this size never overflows.
    pub(super) const MAX_LEVELS: usize = 1 << Self::HEIGHT_BITS;
    const MAX_WEIGHT: u32 = u32::MAX >> Self::HEIGHT_BITS;

    pub(super) const UNUSED: Self = Self::new(0, 0);
    pub(super) const LEAF: Self = Self::new(0, 1);

    pub(super) const fn new(height: u32, weight: u32) -> Self {
        Self(weight << Self::HEIGHT_BITS | height)
    }

    /// The number of steps to the deepest leaf.
    #[inline]
    pub(super) const fn height(self) -> u32 {
        self.0 & ((1 << Self::HEIGHT_BITS) - 1)
    }

    /// The number of leaves at or below the node.
    #[inline]
    pub(super) const fn weight(self) -> u32 {
        self.0 >> Self::HEIGHT_BITS
    }

    #[inline]
    fn with_leaf(self) -> Self {
        Self::new(self.height(), (self.weight() + 1).min(Self::MAX_WEIGHT))
    }

    /// The same height with one leaf fewer, unless the weight is saturated.
    #[inline]
    pub(super) fn without_leaf(self) -> Option<Self> {
        let weight = self.weight();
        (weight > 1 && weight < Self::MAX_WEIGHT).then(|| Self::new(self.height(), weight - 1))
    }

    /// The shape of a parent.
    #[inline]
    pub(super) fn above(self, sibling: Self) -> Self {
        let weight = (self.weight() + sibling.weight()).min(Self::MAX_WEIGHT);
        Self::new(self.height().max(sibling.height()) + 1, weight)
    }

    /// The greatest height allowed for a subtree of `weight` leaves: 2 log₂ weight + 4, rounded
    /// down to an even number.
    pub(super) fn max_height(weight: usize) -> u32 {
        2 * weight.max(1).ilog2() + 4
    }

    pub(super) fn min_height(self) -> u32 {
        self.weight().next_power_of_two().ilog2()
    }
}
