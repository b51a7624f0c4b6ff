//! The boxes that `optimize` works on.

use crate::store::Id;
use alloc::vec::Vec;

/// `optimize` rebuilds the whole tree if more than one in this number of boxes changed.
const REBUILD_SHARE: usize = 4;

/// The boxes inserted or moved one by one since the last `optimize`.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamic_tree) struct Stale {
    count: usize,
    /// Incomplete when `count` is so large that the whole tree will be rebuilt.
    pub(in crate::dynamic_tree) ids: Vec<Id>,
}

impl Stale {
    /// Reserves memory for all changes of a tree of `len` boxes; does nothing if the allocation
    /// fails.
    pub(in crate::dynamic_tree) fn reserve(&mut self, len: usize) {
        let most = len / REBUILD_SHARE + 1;
        let _ = self.ids.try_reserve(most.saturating_sub(self.ids.len()));
    }

    /// Adds a box of a tree of `len` boxes.
    pub(in crate::dynamic_tree) fn add(&mut self, id: Id, len: usize) {
        self.count += 1;
        if self.ids.len() <= len / REBUILD_SHARE {
            self.ids.push(id);
        }
    }

    /// Takes some of the boxes, the latest first.
    pub(in crate::dynamic_tree) fn take(&mut self, count: usize) -> Vec<Id> {
        let taken = self.ids.split_off(self.ids.len().saturating_sub(count));
        self.count = self.count.saturating_sub(taken.len());
        taken
    }

    /// Whether a rebuild of all `len` boxes is better than local repairs.
    pub(in crate::dynamic_tree) fn is_large(&self, len: usize) -> bool {
        self.count > len / REBUILD_SHARE
    }

    pub(in crate::dynamic_tree) fn clear(&mut self) {
        self.count = 0;
        self.ids.clear();
    }

    pub(in crate::dynamic_tree) fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<Id>()
    }
}
