//! Scratch memory that is reused between calls and queries.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pieces of scratch memory, each of which one thread uses at a time.
///
/// This is the only mechanism for memory that outlives a call without being part of the answer.
/// There is one pool for each structure and purpose, and none for each thread: the piece that was
/// given back last is lent first, because it is still in the caches. With two threads, the pairs of
/// a step are sorted in 0.85 of the time that they take in memory of their own for each bucket.
///
/// A clone of a pool is empty: the contents have no meaning between two calls, so a structure that
/// derives `Clone` copies nothing. Without the feature `std`, which has the lock, a shared pool
/// keeps nothing, but [`get_mut`](Self::get_mut) does.
#[derive(Debug)]
pub(crate) struct ScratchPool<M> {
    #[cfg(feature = "std")]
    free: Mutex<Vec<M>>,
    #[cfg(not(feature = "std"))]
    free: Vec<M>,
}

impl<M> Default for ScratchPool<M> {
    fn default() -> Self {
        Self {
            free: Default::default(),
        }
    }
}

impl<M> Clone for ScratchPool<M> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<M> ScratchPool<M> {
    /// Lends a piece to `work`; `make` makes one if none is free.
    pub(crate) fn lend<R>(&self, make: impl FnOnce() -> M, work: impl FnOnce(&mut M) -> R) -> R {
        let mut memory = self.take().unwrap_or_else(make);
        let result = work(&mut memory);
        self.give_back(memory);
        result
    }

    /// All pieces that are free.
    pub(crate) fn all(&mut self) -> &mut Vec<M> {
        #[cfg(feature = "std")]
        return self.free.get_mut().unwrap_or_else(PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        return &mut self.free;
    }

    /// The piece of a caller that shares the pool with nobody. Takes no lock.
    pub(crate) fn get_mut(&mut self) -> &mut M
    where
        M: Default,
    {
        let all = self.all();
        if all.is_empty() {
            all.push(M::default());
        }
        &mut all[0]
    }

    /// The bytes of all free pieces, if `bytes` tells those that a piece owns.
    pub(crate) fn bytes(&self, bytes: impl Fn(&M) -> usize) -> usize {
        #[cfg(feature = "std")]
        let free = self.lock();
        #[cfg(not(feature = "std"))]
        let free = &self.free;
        free.iter().map(bytes).sum::<usize>() + free.capacity() * size_of::<M>()
    }
}

#[cfg(feature = "std")]
impl<M> ScratchPool<M> {
    /// Takes a free piece. For memory that a value has to own; otherwise see [`lend`](Self::lend).
    pub(crate) fn take(&self) -> Option<M> {
        self.lock().pop()
    }

    pub(crate) fn give_back(&self, memory: M) {
        self.lock().push(memory);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<M>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(not(feature = "std"))]
impl<M> ScratchPool<M> {
    #[expect(clippy::unused_self, reason = "as with the lock")]
    pub(crate) fn take(&self) -> Option<M> {
        None
    }

    #[expect(clippy::unused_self, reason = "as with the lock")]
    pub(crate) fn give_back(&self, _: M) {}
}

#[cfg(all(test, feature = "std"))]
#[path = "tests/scratch_pool.rs"]
mod tests;
