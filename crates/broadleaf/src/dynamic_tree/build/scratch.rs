//! Memory that builds reuse.

use crate::dynamic_tree::layout::{Node, NodeIndex};
use crate::geometry::{Aabb, Scalar};
use crate::morton::Keyed;
use crate::store::{Id, ScratchPool};
use alloc::vec::Vec;

/// Memory that builds reuse.
#[derive(Clone, Debug)]
pub(in crate::dynamic_tree) struct Scratch<S, const D: usize> {
    pub(in crate::dynamic_tree) leaves: Vec<Leaf<S, D>>,
    pub(in crate::dynamic_tree) order: Vec<Keyed>,
    pub(in crate::dynamic_tree) sorted: ScratchPool<Vec<Keyed>>,
    pub(in crate::dynamic_tree) built: Built<S, D>,
}

/// A leaf that is not in a tree yet.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamic_tree) struct Leaf<S, const D: usize> {
    pub(in crate::dynamic_tree) node: Node<S, D>,
    pub(in crate::dynamic_tree) category: u32,
}

impl<S: Scalar, const D: usize> Leaf<S, D> {
    /// A new leaf, which has all category bits.
    pub(in crate::dynamic_tree) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            node: Node::leaf(id, aabb),
            category: u32::MAX,
        }
    }
}

/// A new subtree: pairs of siblings, the first of which is unused, their parents, and the indices
/// that the others have in the tree. There may be more pairs than indices.
#[derive(Clone, Debug)]
pub(in crate::dynamic_tree) struct Built<S, const D: usize> {
    pub(in crate::dynamic_tree) siblings: Vec<[Node<S, D>; 2]>,
    pub(in crate::dynamic_tree) parents: Vec<NodeIndex>,
    pub(in crate::dynamic_tree) indices: Vec<u32>,
    /// Whether it is the whole tree, which is built in place.
    pub(in crate::dynamic_tree) is_whole: bool,
}

impl<S, const D: usize> Default for Built<S, D> {
    fn default() -> Self {
        Self {
            siblings: Vec::new(),
            parents: Vec::new(),
            indices: Vec::new(),
            is_whole: false,
        }
    }
}

impl<S, const D: usize> Built<S, D> {
    /// Makes room for the inner nodes of a subtree.
    pub(in crate::dynamic_tree) fn grow(&mut self, inner: usize)
    where
        S: Scalar,
    {
        if self.siblings.len() <= inner {
            self.siblings.resize(1 + inner, [Node::UNUSED; 2]);
            self.parents.resize(1 + inner, NodeIndex::ROOT);
        }
    }

    fn bytes(&self) -> usize {
        self.siblings.capacity() * size_of::<[Node<S, D>; 2]>()
            + (self.parents.capacity() + self.indices.capacity()) * size_of::<u32>()
    }
}

impl<S, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            leaves: Vec::new(),
            order: Vec::new(),
            sorted: ScratchPool::default(),
            built: Built::default(),
        }
    }
}

impl<S, const D: usize> Scratch<S, D> {
    pub(in crate::dynamic_tree) fn bytes(&self) -> usize {
        self.leaves.capacity() * size_of::<Leaf<S, D>>()
            + self.order.capacity() * size_of::<Keyed>()
            + self
                .sorted
                .bytes(|list| list.capacity() * size_of::<Keyed>())
            + self.built.bytes()
    }
}
