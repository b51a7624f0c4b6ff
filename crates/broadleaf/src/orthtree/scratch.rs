//! The memory of rebuilds.

use super::node::{Item, NodeIndex};
use alloc::vec::Vec;

/// Memory that rebuilds reuse.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    pub(super) items: Vec<Item<S, D>>,
    pub(super) spare: Vec<Item<S, D>>,
    pub(super) children: Vec<NodeIndex>,
}

impl<S, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            spare: Vec::new(),
            children: Vec::new(),
        }
    }
}

impl<S, const D: usize> Scratch<S, D> {
    pub(super) fn bytes(&self) -> usize {
        (self.items.capacity() + self.spare.capacity()) * size_of::<Item<S, D>>()
            + self.children.capacity() * size_of::<NodeIndex>()
    }
}
