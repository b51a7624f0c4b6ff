//! Counts measured pairs in unit tests: times depend on the machine, counts do not.

#[cfg(test)]
thread_local! {
    static MEASURED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts a pair. Does nothing outside of unit tests.
#[inline(always)]
pub(super) fn count() {
    #[cfg(test)]
    MEASURED.set(MEASURED.get() + 1);
}

/// The pairs that a call measures, and its result.
#[cfg(test)]
pub(super) fn counted<R>(call: impl FnOnce() -> R) -> (usize, R) {
    let before = MEASURED.get();
    let result = call();
    (MEASURED.get() - before, result)
}
