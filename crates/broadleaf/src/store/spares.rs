//! Memory that threads borrow for a piece of work.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memory that no thread is using. The last to come back is lent first: it is in the caches.
///
/// Without the feature `std`, which has the lock, nothing is kept. There are no threads then.
#[derive(Debug)]
pub(crate) struct Spares<M> {
    #[cfg(feature = "std")]
    memory: Mutex<Vec<M>>,
    #[cfg(not(feature = "std"))]
    memory: Vec<M>,
}

impl<M> Default for Spares<M> {
    fn default() -> Self {
        Self {
            memory: Default::default(),
        }
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
        let mut memory = self.take().unwrap_or_else(make);
        let result = work(&mut memory);
        self.give_back(memory);
        result
    }

    /// The bytes of all memory, if `bytes` tells those that a piece owns.
    pub(crate) fn bytes(&self, bytes: impl Fn(&M) -> usize) -> usize {
        #[cfg(feature = "std")]
        let memory = self.lock();
        #[cfg(not(feature = "std"))]
        let memory = &self.memory;
        memory.iter().map(bytes).sum::<usize>() + memory.capacity() * size_of::<M>()
    }
}

#[cfg(feature = "std")]
impl<M> Spares<M> {
    /// All memory that came back.
    #[cfg(feature = "rayon")]
    pub(crate) fn all(&mut self) -> &mut [M] {
        self.memory
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take(&self) -> Option<M> {
        self.lock().pop()
    }

    pub(crate) fn give_back(&self, memory: M) {
        self.lock().push(memory);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<M>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(not(feature = "std"))]
impl<M> Spares<M> {
    #[expect(clippy::unused_self, reason = "as with the lock")]
    pub(crate) fn take(&self) -> Option<M> {
        None
    }

    #[expect(clippy::unused_self, reason = "as with the lock")]
    pub(crate) fn give_back(&self, _: M) {}
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_came_back_is_lent_first() {
        let spares = Spares::<Vec<u8>>::default();
        spares.lend(Vec::new, |first| {
            first.push(1);
            spares.lend(Vec::new, |second| second.push(2));
        });
        let (mut found, mut made) = (Vec::new(), 0);
        spares.lend(Vec::new, |first| {
            spares.lend(Vec::new, |second| {
                spares.lend(|| Vec::from([3]), |_| made += 1);
                found.extend([first[0], second[0]]);
            });
        });
        assert_eq!((found, made), (Vec::from([1, 2]), 1));
        assert!(spares.bytes(Vec::capacity) >= 3 * size_of::<Vec<u8>>());
        assert_eq!(spares.clone().bytes(Vec::capacity), 0);
    }
}
