//! One after the other, or at the same time: algorithms are written once for both.

use crate::sort::radix_sort;
#[cfg(feature = "rayon")]
use crate::sort::{Shared, par_radix_sort};
use alloc::vec::Vec;
use core::ops::Range;

/// Memory for sorting.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    own: Vec<u64>,
    #[cfg(feature = "rayon")]
    shared: Shared,
}

impl Buffers {
    pub(crate) fn bytes(&self) -> usize {
        let bytes = self.own.capacity() * size_of::<u64>();
        #[cfg(feature = "rayon")]
        let bytes = bytes + self.shared.bytes();
        bytes
    }
}

/// Nothing in them is worth a copy.
impl Clone for Buffers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Runs independent pieces of work. What they are depends on the data alone, so every executor
/// comes to the same result.
pub(crate) trait Executor: Copy + Send + Sync {
    /// Whether there is a use in pieces that need memory of their own.
    const IS_PARALLEL: bool;

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B);

    /// The results of `work` for every number below `count`, in order.
    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T>;

    /// Sorts items by their bits in a range; there is none set above it, and equal ones keep their
    /// order.
    fn sort(self, items: &mut [u64], bits: Range<u32>, buffers: &mut Buffers);
}

/// On the caller's thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential;

impl Executor for Sequential {
    const IS_PARALLEL: bool = false;

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (first(), second())
    }

    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        (0..count).map(work).collect()
    }

    fn sort(self, items: &mut [u64], bits: Range<u32>, buffers: &mut Buffers) {
        radix_sort(items, &mut buffers.own, |item| item >> bits.start);
    }
}

/// On the threads of rayon's current pool.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parallel;

#[cfg(feature = "rayon")]
impl Executor for Parallel {
    const IS_PARALLEL: bool = true;

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        rayon::join(first, second)
    }

    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        (0..count).into_par_iter().map(&work).collect()
    }

    fn sort(self, items: &mut [u64], bits: Range<u32>, buffers: &mut Buffers) {
        par_radix_sort(items, bits, &mut buffers.shared);
    }
}
