//! The boxes that `optimize` works on.

use crate::dynamic_tree::tuning::BOXES_PER_STALE;
use crate::store::Id;
use alloc::vec::Vec;

/// The boxes inserted or moved one by one after the last `optimize`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stale {
    /// Incomplete if there are so many that the whole tree will be rebuilt.
    pub(crate) ids: Vec<Id>,
}

impl Stale {
    /// Reserves memory for all changes of a tree of `len` boxes; ignores a failed allocation.
    pub(crate) fn reserve(&mut self, len: usize) {
        let most = len / BOXES_PER_STALE + 1;
        let _ = self.ids.try_reserve(most.saturating_sub(self.ids.len()));
    }

    pub(crate) fn add(&mut self, id: Id, len: usize) {
        if self.ids.len() <= len / BOXES_PER_STALE {
            self.ids.push(id);
        }
    }

    /// Takes some of the boxes, the latest first.
    pub(crate) fn take(&mut self, count: usize) -> Vec<Id> {
        self.ids.split_off(self.ids.len().saturating_sub(count))
    }

    /// Whether a rebuild of all `len` boxes is better than local repairs.
    pub(crate) fn is_large(&self, len: usize) -> bool {
        self.ids.len() > len / BOXES_PER_STALE
    }

    pub(crate) fn clear(&mut self) {
        self.ids.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<Id>()
    }
}
