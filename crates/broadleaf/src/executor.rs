//! One after the other, or at the same time: algorithms are written once for both.

use alloc::vec::Vec;

/// Runs independent pieces of work. What they are depends on the data alone, so every executor comes to the same result.
pub(crate) trait Executor: Copy + Send + Sync {
    /// Whether there is a use in pieces that need memory of their own.
    const IS_PARALLEL: bool;

    fn join<A: Send, B: Send>(self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B);

    /// The results of `work` for every number below `count`, in order.
    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T>;
}

/// On the caller's thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential;

impl Executor for Sequential {
    const IS_PARALLEL: bool = false;

    fn join<A: Send, B: Send>(self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
        (first(), second())
    }

    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        (0..count).map(work).collect()
    }
}

/// On the threads of rayon's current pool.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parallel;

#[cfg(feature = "rayon")]
impl Executor for Parallel {
    const IS_PARALLEL: bool = true;

    fn join<A: Send, B: Send>(self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
        rayon::join(first, second)
    }

    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        (0..count).into_par_iter().map(&work).collect()
    }
}
