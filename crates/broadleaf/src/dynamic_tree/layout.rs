//! Nodes, and how they are linked.

use crate::{Aabb, Id, Scalar};

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

/// The hot part of a node, all that a question looks at: 32 bytes for `f32` in 3D.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    /// The id of a leaf, the children's pair of an inner node.
    link: u32,
    /// How many leaves are at or below: 0 for an unused node, 1 for a leaf.
    pub(super) weight: u32,
}

impl<S: Scalar, const D: usize> Node<S, D> {
    pub(super) const UNUSED: Self = Self { aabb: Aabb::EVERYWHERE, link: 0, weight: 0 };

    pub(super) fn leaf(id: Id, aabb: Aabb<S, D>) -> Self {
        Self { aabb, link: id.0, weight: 1 }
    }

    pub(super) fn inner(pair: u32, [a, b]: &[Self; 2]) -> Self {
        Self { aabb: a.aabb.union(&b.aabb), link: pair, weight: a.weight + b.weight }
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.weight == 1
    }

    /// The same node with another box.
    pub(super) fn with_aabb(self, aabb: Aabb<S, D>) -> Self {
        Self { aabb, ..self }
    }

    /// The id of a leaf; of another node, no id that means anything.
    #[inline]
    pub(super) fn id(&self) -> Id {
        Id(self.link)
    }

    /// The pair of children of an inner node.
    #[inline]
    pub(super) fn children(&self) -> u32 {
        debug_assert!(!self.is_leaf());
        self.link
    }
}

/// The cold part of two siblings: what only updates and masked questions look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kin {
    /// The node whose children they are.
    pub(super) parent: NodeIndex,
    /// Steps from each sibling to its deepest leaf.
    pub(super) heights: [u8; 2],
    /// The category bits of all leaves at or below each sibling.
    pub(super) categories: [u32; 2],
}

impl Kin {
    pub(super) const UNUSED: Self = Self { parent: NodeIndex::ROOT, heights: [0; 2], categories: [0; 2] };
}

/// How far siblings may differ, and so how deep the tree can become. Either way an insert or remove costs O(log n) at worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Balance {
    /// The weight of a sibling, its number of leaves, is at most twice the other's plus one: height at most 1.71 log₂ n + 1.
    /// Within that, rotations make the tree's area smaller. The faster tree to ask.
    #[default]
    Area,
    /// The heights of siblings differ by at most one: height at most 1.44 log₂ n + 1, as in Box2D 2.3. Rotations only keep that.
    Height,
}

/// What a balance policy looks at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) height: u8,
    pub(super) weight: u32,
}

impl Shape {
    pub(super) const LEAF: Self = Self { height: 0, weight: 1 };

    /// The shape of a parent.
    pub(super) fn above(self, sibling: Self) -> Self {
        Self { height: self.height.max(sibling.height) + 1, weight: self.weight + sibling.weight }
    }
}

impl Balance {
    /// Whether two nodes may be siblings.
    pub(super) fn allows(self, a: Shape, b: Shape) -> bool {
        match self {
            Self::Area => a.weight.max(b.weight) <= a.weight.min(b.weight).saturating_mul(2).saturating_add(1),
            Self::Height => a.height.abs_diff(b.height) <= 1,
        }
    }

    /// Where to cut `count` leaves in two: at `preferred` if subtrees built this way may be siblings, else in the middle.
    pub(super) fn cut(self, count: usize, preferred: usize) -> usize {
        let (light, heavy) = (preferred.min(count - preferred), preferred.max(count - preferred));
        if self == Self::Area && heavy <= 2 * light + 1 { preferred } else { count / 2 }
    }
}
