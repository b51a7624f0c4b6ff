//! A set of small ids that is cleared in constant time.

use super::id::Id;
use super::index::to_u32;
use alloc::vec::Vec;

/// A set that keeps its ids in the order of insertion.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdSet {
    ids: Vec<Id>,
    /// By id: the index of the id in `ids`. Arbitrary for an id outside the set, which `ids` does
    /// not have there.
    indices: Vec<u32>,
}

impl IdSet {
    pub(crate) fn clear(&mut self) {
        self.ids.clear();
    }

    /// Inserts an id, unless the set has it; returns its index in the order of insertion.
    pub(crate) fn insert(&mut self, id: Id) -> usize {
        if id.index() >= self.indices.len() {
            self.indices.resize(id.index() + 1, 0);
        }
        let index = &mut self.indices[id.index()];
        if self.ids.get(*index as usize) != Some(&id) {
            *index = to_u32(self.ids.len());
            self.ids.push(id);
        }
        *index as usize
    }

    pub(crate) fn contains(&self, id: Id) -> bool {
        let index = self.indices.get(id.index());
        index.is_some_and(|index| self.ids.get(*index as usize) == Some(&id))
    }

    pub(crate) fn as_slice(&self) -> &[Id] {
        &self.ids
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.ids.capacity() + self.indices.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
#[path = "tests/id_set.rs"]
mod tests;
