//! Pieces of work on the threads of a pool.

use alloc::vec::Vec;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::awake::{self, Crew};
use super::call::{Call, Once};
use super::traits::Executor;

/// The least number of items that one thread generates.
const MIN_GENERATED: usize = 1 << 12;

/// Runs pieces of work on the threads of rayon's current pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parallel;

impl Executor for Parallel {
    const IS_PARALLEL: bool = true;

    fn enter<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        let mut work = Once::new(work);
        enter(&mut work);
        work.into_result()
    }

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        let (mut first, mut second) = (Once::new(first), Once::new(second));
        awake::join(&mut first, &mut second);
        (first.into_result(), second.into_result())
    }

    fn generate<T: Send>(self, len: usize, item: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let numbers = (0..len).into_par_iter().with_min_len(MIN_GENERATED);
        numbers.map(&item).collect()
    }
}

/// Calls the work on a thread of the pool, while the others stay awake.
fn enter(work: &mut dyn Call) {
    rayon::scope(|_| {
        let _crew = Crew::muster();
        work.call();
    });
}
