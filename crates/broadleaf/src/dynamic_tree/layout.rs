//! Nodes, and how they are linked.

use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// A place for a node: side 0 or 1 of a pair of siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeIndex(pub(super) u32);

impl NodeIndex {
    pub(super) const ROOT: Self = Self(0);

    #[inline]
    pub(super) fn new(pair: u32, side: u32) -> Self {
        Self(2 * pair + side)
    }

    #[inline]
    pub(super) fn pair(self) -> usize {
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

/// A node: 32 bytes for `f32` in 3D, so that two siblings fill a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    /// The id of a leaf, the children's pair of an inner node.
    link: u32,
    pub(super) shape: Shape,
}

impl<S: Scalar, const D: usize> Node<S, D> {
    pub(super) const UNUSED: Self = Self {
        aabb: Aabb::EVERYWHERE,
        link: 0,
        shape: Shape::UNUSED,
    };

    pub(super) fn leaf(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            aabb,
            link: id.0,
            shape: Shape::LEAF,
        }
    }

    #[inline]
    pub(super) fn inner(pair: u32, [a, b]: &[Self; 2]) -> Self {
        Self {
            aabb: a.aabb.union(&b.aabb),
            link: pair,
            shape: a.shape.above(b.shape),
        }
    }

    /// The same node with another box.
    pub(super) fn with_aabb(self, aabb: Aabb<S, D>) -> Self {
        Self { aabb, ..self }
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.shape == Shape::LEAF
    }

    #[inline]
    pub(super) fn is_inner(&self) -> bool {
        self.shape.height() > 0
    }

    #[inline]
    pub(super) fn is_unused(&self) -> bool {
        self.shape == Shape::UNUSED
    }

    /// The id of a leaf. Of another node, no id that means anything.
    #[inline]
    pub(super) fn id(&self) -> Id {
        Id(self.link)
    }

    /// The pair of children of an inner node. Of another node, no pair that means anything.
    #[inline]
    pub(super) fn children(&self) -> u32 {
        self.link
    }
}

/// What a balance policy looks at: height in the low 6 bits, weight (the number of leaves, at most
/// 2^26 - 1) above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u32);

impl Shape {
    const HEIGHT_BITS: u32 = 6;
    const GREATEST_WEIGHT: u32 = u32::MAX >> Self::HEIGHT_BITS;

    pub(super) const UNUSED: Self = Self::new(0, 0);
    pub(super) const LEAF: Self = Self::new(0, 1);

    pub(super) const fn new(height: u32, weight: u32) -> Self {
        Self(weight << Self::HEIGHT_BITS | height)
    }

    /// Steps to the deepest leaf.
    #[inline]
    pub(super) const fn height(self) -> u32 {
        self.0 & ((1 << Self::HEIGHT_BITS) - 1)
    }

    /// How many leaves are at or below.
    #[inline]
    pub(super) const fn weight(self) -> u32 {
        self.0 >> Self::HEIGHT_BITS
    }

    /// The shape of a parent.
    #[inline]
    pub(super) fn above(self, sibling: Self) -> Self {
        let weight = (self.weight() + sibling.weight()).min(Self::GREATEST_WEIGHT);
        Self::new(self.height().max(sibling.height()) + 1, weight)
    }

    /// The greatest height that a subtree of this many leaves may have: 2 log₂ weight + 4, rounded
    /// down to an even number.
    pub(super) fn height_limit_of(weight: usize) -> u32 {
        2 * weight.max(1).ilog2() + 4
    }

    /// The least height that a subtree of this weight can have.
    pub(super) fn least_height(self) -> u32 {
        self.weight().next_power_of_two().ilog2()
    }
}

/// How deep the tree may become, and what rotations are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Balance {
    /// Rotations make the tree's area smaller. A subtree of weight w (its number of leaves) that is
    /// more than 2 log₂ w + 4 high is rebuilt, which only contrived input brings about: an
    /// operation then costs O(w log w). The faster tree to ask.
    #[default]
    Area,
    /// Rotations keep the heights of siblings within one, as in Box2D 2.3: height at most 1.44 log₂
    /// n + 1, and every insert, remove and move costs O(log n).
    Height,
}

impl Balance {
    /// Whether two nodes may be siblings.
    pub(super) fn allows(self, a: Shape, b: Shape) -> bool {
        match self {
            Self::Area => {
                let parent = a.above(b);
                parent.height() <= Shape::height_limit_of(parent.weight() as usize)
            }
            Self::Height => a.height().abs_diff(b.height()) <= 1,
        }
    }

    /// Where to cut `count` leaves in two for subtrees lower than `height_limit`: at `preferred` if
    /// the policy allows, else in the middle.
    pub(super) fn cut(self, count: usize, preferred: usize, height_limit: u32) -> usize {
        let heavy = preferred.max(count - preferred);
        let low_enough = heavy.next_power_of_two().ilog2() < height_limit;
        if self == Self::Area && low_enough {
            preferred
        } else {
            count / 2
        }
    }
}
