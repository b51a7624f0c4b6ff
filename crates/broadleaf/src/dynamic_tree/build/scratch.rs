//! Scratch memory that builds reuse.

use crate::curve::Keyed;
use crate::dynamic_tree::layout::{NodeIndex, TreeNode};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(crate) struct TreeScratch<S, const D: usize> {
    pub(crate) leaves: Vec<Leaf<S, D>>,
    pub(crate) order: Vec<Keyed>,
    pub(crate) sorted: Vec<Keyed>,
    pub(crate) built: Built<S, D>,
}

/// A leaf that is not in a tree yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf<S, const D: usize> {
    pub(crate) node: TreeNode<S, D>,
    pub(crate) category: u32,
}

impl<S: Scalar, const D: usize> Leaf<S, D> {
    /// A new leaf with all category bits.
    pub(crate) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            node: TreeNode::leaf(id, aabb),
            category: u32::MAX,
        }
    }
}

/// A new subtree: pairs of siblings, the first of which is unused, their parents, and the indices
/// of the other pairs in the tree. There may be more pairs than indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Built<S, const D: usize> {
    pub(crate) siblings: Vec<[TreeNode<S, D>; 2]>,
    pub(crate) parents: Vec<NodeIndex>,
    pub(crate) indices: Vec<u32>,
    /// Whether the pairs are the whole tree, which is built in place.
    pub(crate) is_whole: bool,
}

impl<S: Scalar, const D: usize> Built<S, D> {
    pub(crate) fn grow(&mut self, inner: usize) {
        if self.siblings.len() <= inner {
            self.siblings.resize(1 + inner, [TreeNode::UNUSED; 2]);
            self.parents.resize(1 + inner, NodeIndex::ROOT);
        }
    }

    fn bytes(&self) -> usize {
        self.siblings.capacity() * size_of::<[TreeNode<S, D>; 2]>()
            + (self.parents.capacity() + self.indices.capacity()) * size_of::<u32>()
    }
}

impl<S: Scalar, const D: usize> TreeScratch<S, D> {
    pub(crate) fn bytes(&self) -> usize {
        self.leaves.capacity() * size_of::<Leaf<S, D>>()
            + (self.order.capacity() + self.sorted.capacity()) * size_of::<Keyed>()
            + self.built.bytes()
    }
}
