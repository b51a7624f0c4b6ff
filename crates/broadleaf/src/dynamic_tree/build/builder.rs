//! Builds the tree of an ordered list of leaves, on one thread or on many.

use super::scratch::Leaf;
use crate::curve::Keyed;
use crate::dynamic_tree::layout::{NodeIndex, NodeShape, TreeNode};
use crate::dynamic_tree::tuning::{COST_OF_LEAF, LOADED_TOGETHER};
use crate::executor::Executor;
use crate::geometry::Scalar;
use crate::simd::prefetch;
use core::mem::take;

/// Repeatedly cuts a list of leaves in two.
pub(crate) struct Builder<'a, S, const D: usize, C> {
    pub(crate) leaves: &'a [Leaf<S, D>],
    /// Where to cut a list, for a tree of at most this height. May reorder the list.
    pub(crate) cut: C,
}

/// A subtree to be built.
#[derive(Debug)]
pub(crate) struct Branch<'a, S, const D: usize> {
    /// Its leaves, at least one.
    pub(crate) order: &'a mut [Keyed],
    /// The pairs of siblings, one for each inner node, parents before children, and their parents.
    pub(crate) siblings: &'a mut [[TreeNode<S, D>; 2]],
    pub(crate) parents: &'a mut [NodeIndex],
    /// The index of each of these pairs in the tree.
    pub(crate) indices: &'a [u32],
    /// The index of the branch's root.
    pub(crate) root: NodeIndex,
    pub(crate) max_height: u32,
}

impl<S: Scalar, const D: usize, C: Fn(&mut [Keyed], u32) -> usize + Sync> Builder<'_, S, D, C> {
    /// Fills all pairs of siblings and returns the root. Replaces each entry of the order by the
    /// node of a leaf (key) and its id (index).
    pub(crate) fn build<E: Executor>(
        &self,
        executor: E,
        branch: Branch<'_, S, D>,
    ) -> TreeNode<S, D> {
        if let [only] = branch.order {
            let node = self.leaves[only.index as usize].node;
            *only = Keyed {
                key: branch.root.0,
                index: node.id().0,
            };
            return node;
        }
        // True once on each path down: for the first branch this small.
        if (LOADED_TOGETHER / 2 + 1..=LOADED_TOGETHER).contains(&branch.order.len()) {
            for leaf in &*branch.order {
                prefetch(&self.leaves[leaf.index as usize]);
            }
        }
        let is_shared = executor.shares(branch.order.len(), COST_OF_LEAF);
        let max_height = branch
            .max_height
            .min(NodeShape::max_height(branch.order.len()));
        let middle = (self.cut)(branch.order, max_height);
        let (index, siblings, [low, high]) = branch.split(middle, max_height - 1);
        *siblings = if is_shared {
            let (low, high) =
                executor.join(|| self.build(executor, low), || self.build(executor, high));
            [low, high]
        } else {
            [self.build(executor, low), self.build(executor, high)]
        };
        TreeNode::inner(index, siblings)
    }
}

impl<'a, S, const D: usize> Branch<'a, S, D> {
    /// The index and pair of the root's children, and the branches below them.
    fn split(
        mut self,
        middle: usize,
        max_height: u32,
    ) -> (u32, &'a mut [TreeNode<S, D>; 2], [Self; 2]) {
        let (siblings, below) = take(&mut self.siblings).split_first_mut().expect(ENOUGH);
        let (parent, parents) = take(&mut self.parents).split_first_mut().expect(ENOUGH);
        let (&index, indices) = self.indices.split_first().expect(ENOUGH);
        *parent = self.root;
        let (low, high) = self.order.split_at_mut(middle);
        let inner = middle - 1;
        let (low_siblings, high_siblings) = below.split_at_mut(inner);
        let (low_parents, high_parents) = parents.split_at_mut(inner);
        let (low_indices, high_indices) = indices.split_at(inner);
        let branch = |side, order, siblings, parents, indices| Self {
            order,
            siblings,
            parents,
            indices,
            root: NodeIndex::new(index, side),
            max_height,
        };
        let branches = [
            branch(0, low, low_siblings, low_parents, low_indices),
            branch(1, high, high_siblings, high_parents, high_indices),
        ];
        (index, siblings, branches)
    }
}

const ENOUGH: &str = "a pair of siblings for each inner node";
