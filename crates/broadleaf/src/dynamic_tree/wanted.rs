//! Which pairs of a search are wanted.

use super::layout::NodeIndex;
use super::tree::DynamicTree;
use crate::filter::Masks;
use crate::geometry::Scalar;
use alloc::vec;
use alloc::vec::Vec;

/// Whether pairs of the leaves at or below two nodes are wanted.
pub(super) trait Wanted {
    /// Of a node of the left tree and a node of the right one.
    fn wants(&self, left: NodeIndex, right: NodeIndex) -> bool;
}

/// All pairs.
pub(super) struct All;

impl Wanted for All {
    #[inline]
    fn wants(&self, _: NodeIndex, _: NodeIndex) -> bool {
        true
    }
}

/// Pairs whose categories meet.
pub(super) struct Meeting<'a, S: Scalar, const D: usize> {
    /// The left tree and the right one.
    pub(super) trees: [&'a DynamicTree<S, D>; 2],
    pub(super) masks: &'a Masks,
}

impl<S: Scalar, const D: usize> Wanted for Meeting<'_, S, D> {
    #[inline]
    fn wants(&self, left: NodeIndex, right: NodeIndex) -> bool {
        let [ours, theirs] = self.trees;
        self.masks.mask(ours.category_of(left)) & theirs.category_of(right) != 0
    }
}

/// Pairs with a node of a set, in one tree.
pub(super) struct Marks(Vec<u64>);

impl Wanted for Marks {
    #[inline]
    fn wants(&self, left: NodeIndex, right: NodeIndex) -> bool {
        self.contains(left) | self.contains(right)
    }
}

impl Marks {
    pub(super) fn new(nodes: usize) -> Self {
        Self(vec![0; nodes.div_ceil(64)])
    }

    #[inline]
    pub(super) fn contains(&self, NodeIndex(node): NodeIndex) -> bool {
        self.0[node as usize / 64] >> (node % 64) & 1 != 0
    }

    /// Returns whether the node was not in the set before.
    pub(super) fn insert(&mut self, NodeIndex(node): NodeIndex) -> bool {
        let word = &mut self.0[node as usize / 64];
        let bit = 1 << (node % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
