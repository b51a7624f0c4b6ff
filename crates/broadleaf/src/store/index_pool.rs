//! Indices for the slots of an array, reused after they are freed.

use alloc::vec::Vec;
use core::ops::Range;

/// Allocates the indices `0..len`. The index freed last is reused first.
#[derive(Clone, Debug, Default)]
pub(crate) struct IndexPool {
    len: u32,
    free: Vec<u32>,
}

impl IndexPool {
    /// The length that the array needs: one more than the greatest index allocated so far.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn free(&self) -> &[u32] {
        &self.free
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.free.clear();
    }

    /// Allocates a freed index, or the next new one.
    ///
    /// # Panics
    /// If 2^32 - 1 indices are in use, like a `Vec` that runs out of memory.
    pub(crate) fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let index = self.len;
            self.len = index.checked_add(1).expect("fewer than 2^32 - 1 slots");
            index
        })
    }

    /// Allocates indices that have never been in use.
    ///
    /// # Panics
    /// If there are not enough below 2^32 - 1, like a `Vec` that runs out of memory.
    pub(crate) fn take_new(&mut self, count: usize) -> Range<u32> {
        let start = self.len;
        let end = u32::try_from(count)
            .ok()
            .and_then(|count| start.checked_add(count));
        self.len = end.expect("fewer than 2^32 - 1 slots");
        start..self.len
    }

    pub(crate) fn give_back(&mut self, index: u32) {
        debug_assert!(index < self.len);
        self.free.push(index);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.free.capacity() * size_of::<u32>()
    }
}
