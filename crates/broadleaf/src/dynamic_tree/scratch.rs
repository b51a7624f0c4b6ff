//! Memory that builds reuse.

use super::layout::Node;
use crate::morton::Keyed;
use alloc::vec::Vec;

/// Memory that builds reuse.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    pub(super) leaves: Vec<Leaf<S, D>>,
    pub(super) order: Vec<Keyed>,
    pub(super) sorted: Vec<Keyed>,
}

/// A leaf that is not in a tree yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<S, const D: usize> {
    pub(super) node: Node<S, D>,
    pub(super) category: u32,
}

impl<S, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            leaves: Vec::new(),
            order: Vec::new(),
            sorted: Vec::new(),
        }
    }
}

impl<S, const D: usize> Scratch<S, D> {
    pub(super) fn bytes(&self) -> usize {
        let keyed = self.order.capacity() + self.sorted.capacity();
        self.leaves.capacity() * size_of::<Leaf<S, D>>() + keyed * size_of::<Keyed>()
    }
}
