//! Memory that builds reuse.

use super::layout::{Node, NodeIndex};
use crate::geometry::{Aabb, Scalar};
use crate::morton::Keyed;
use crate::store::{Id, ScratchPool};
use alloc::vec::Vec;

/// Memory that builds reuse.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    pub(super) leaves: Vec<Leaf<S, D>>,
    pub(super) order: Vec<Keyed>,
    pub(super) sorted: ScratchPool<Vec<Keyed>>,
    pub(super) built: Built<S, D>,
}

/// A leaf that is not in a tree yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<S, const D: usize> {
    pub(super) node: Node<S, D>,
    pub(super) category: u32,
}

impl<S: Scalar, const D: usize> Leaf<S, D> {
    /// A new leaf, which has all category bits.
    pub(super) fn new(id: Id, aabb: Aabb<S, D>) -> Self {
        Self {
            node: Node::leaf(id, aabb),
            category: u32::MAX,
        }
    }
}

/// A new subtree: pairs of siblings, the first of which is unused, their parents, and the indices
/// that the others have in the tree. There may be more pairs than indices.
#[derive(Clone, Debug)]
pub(super) struct Built<S, const D: usize> {
    pub(super) siblings: Vec<[Node<S, D>; 2]>,
    pub(super) parents: Vec<NodeIndex>,
    pub(super) indices: Vec<u32>,
    /// Whether it is the whole tree, which is built in place.
    pub(super) is_whole: bool,
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
    pub(super) fn grow(&mut self, inner: usize)
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
    pub(super) fn bytes(&self) -> usize {
        self.leaves.capacity() * size_of::<Leaf<S, D>>()
            + self.order.capacity() * size_of::<Keyed>()
            + self
                .sorted
                .bytes(|list| list.capacity() * size_of::<Keyed>())
            + self.built.bytes()
    }
}
