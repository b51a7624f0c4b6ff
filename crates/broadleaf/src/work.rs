//! Counts the work of inner loops in unit tests: times depend on the machine, counts do not.
//!
//! A unit of work is one access to a box: a comparison, a union, a read of its ends, or a move to
//! another position in a list. Bounds of nodes count like the caller's boxes.

/// Counts units of work. Does nothing outside of unit tests.
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

/// The units of work of a call, and its result.
#[cfg(all(test, feature = "std"))]
pub(crate) fn counted<R>(call: impl FnOnce() -> R) -> (u64, R) {
    let before = LOOKS.get();
    let result = call();
    (LOOKS.get() - before, result)
}
