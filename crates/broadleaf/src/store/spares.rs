//! Memory that threads borrow for a piece of work.

use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memory that no thread is using. The last to come back is lent first: it is in the caches.
#[derive(Debug)]
pub(crate) struct Spares<M>(Mutex<Vec<M>>);

impl<M> Default for Spares<M> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// A clone is empty: the contents have no meaning between two pieces of work.
impl<M> Clone for Spares<M> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<M> Spares<M> {
    /// Lends memory, which `make` makes if there is none.
    pub(crate) fn lend<R>(&self, make: impl FnOnce() -> M, work: impl FnOnce(&mut M) -> R) -> R {
        let free = self.lock().pop();
        let mut memory = free.unwrap_or_else(make);
        let result = work(&mut memory);
        self.lock().push(memory);
        result
    }

    /// The bytes of all memory, if `bytes` tells those that a piece owns.
    pub(crate) fn bytes(&self, bytes: impl Fn(&M) -> usize) -> usize {
        let memory = self.lock();
        memory.iter().map(bytes).sum::<usize>() + memory.capacity() * size_of::<M>()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<M>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
