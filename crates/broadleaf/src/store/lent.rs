//! Memory that a structure lends to its questions.

use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use core::marker::PhantomData;
#[cfg(feature = "std")]
use core::mem;
#[cfg(feature = "std")]
use std::sync::Mutex;

/// The memory of a vector, lent to one question at a time. A second question at the same time gets
/// a vector without memory. So does every question without the feature `std`, which has the lock.
#[derive(Debug)]
pub(crate) struct Lent<T> {
    #[cfg(feature = "std")]
    memory: Mutex<Vec<T>>,
    #[cfg(not(feature = "std"))]
    memory: PhantomData<Vec<T>>,
}

impl<T> Lent<T> {
    /// An empty vector, with the memory if it is here.
    pub(crate) fn take(&self) -> Vec<T> {
        #[cfg(feature = "std")]
        if let Ok(mut memory) = self.memory.try_lock() {
            return mem::take(&mut *memory);
        }
        Vec::new()
    }

    /// Clears a vector and keeps its memory, if that is more than what is here.
    pub(crate) fn give_back(&self, mut vector: Vec<T>) {
        vector.clear();
        #[cfg(feature = "std")]
        if let Ok(mut memory) = self.memory.try_lock()
            && memory.capacity() < vector.capacity()
        {
            *memory = vector;
        }
    }

    /// The size of the memory that is here.
    pub(crate) fn bytes(&self) -> usize {
        let vector = self.take();
        let bytes = vector.capacity() * size_of::<T>();
        self.give_back(vector);
        bytes
    }
}

impl<T> Default for Lent<T> {
    fn default() -> Self {
        Self {
            memory: Default::default(),
        }
    }
}

/// A copy of a structure begins without memory to lend.
impl<T> Clone for Lent<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_lent_once_and_comes_back_empty() {
        let lent = Lent::default();
        lent.give_back(alloc::vec![7; 100]);
        assert_eq!(lent.bytes(), 400);
        let (first, second) = (lent.take(), lent.take());
        assert_eq!((first.len(), second.capacity(), lent.bytes()), (0, 0, 0));
        assert!(first.capacity() >= 100);
        lent.give_back(first);
        lent.give_back(second);
        assert_eq!((lent.bytes(), lent.clone().bytes()), (400, 0));
    }
}
