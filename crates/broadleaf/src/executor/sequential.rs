//! Everything on the caller's thread.

use super::traits::Executor;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential;

impl Executor for Sequential {
    const IS_PARALLEL: bool = false;

    fn enter_if<R: Send>(self, _: bool, work: impl FnOnce() -> R + Send) -> R {
        work()
    }

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (first(), second())
    }
}
