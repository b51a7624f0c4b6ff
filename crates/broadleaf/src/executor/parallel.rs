//! Pieces of work on the threads of a pool.

use super::awake::{self, Crew};
use super::call::{Call, Once};
use super::traits::Executor;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Parallel;

impl Executor for Parallel {
    const IS_PARALLEL: bool = true;

    fn enter_if<R: Send>(self, is_shared: bool, work: impl FnOnce() -> R + Send) -> R {
        let mut work = Once::new(work);
        enter_if(is_shared, &mut work);
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
}

/// Calls the work here, or on a thread of the pool while the other threads stay awake.
fn enter_if(is_shared: bool, work: &mut dyn Call) {
    if !is_shared {
        return work.call();
    }
    rayon::scope(|_| {
        let _crew = Crew::muster();
        work.call();
    });
}
