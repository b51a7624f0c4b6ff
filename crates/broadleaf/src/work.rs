//! Counts the work of inner loops, in unit tests: time depends on the machine, a count does not.
//!
//! A piece of work is one look at a box: a comparison with it, a union with it, a read of its ends,
//! a move of it from one place of a list to another. Boxes of nodes count as those of the caller.

/// Counts pieces of work. Does nothing outside of unit tests.
#[inline(always)]
pub(crate) fn count(looks: usize) {
    #[cfg(all(test, feature = "std"))]
    LOOKS.set(LOOKS.get() + looks as u64);
    #[cfg(not(all(test, feature = "std")))]
    let _ = looks;
}

#[cfg(all(test, feature = "std"))]
std::thread_local! {
    static LOOKS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// The pieces of work of a call, and its result.
#[cfg(all(test, feature = "std"))]
pub(crate) fn counted<R>(call: impl FnOnce() -> R) -> (u64, R) {
    let before = LOOKS.get();
    let result = call();
    (LOOKS.get() - before, result)
}
