//! One thread, or the threads of rayon's pool.

/// Runs two pieces of work that share nothing.
pub(super) trait Fork: Copy + Send + Sync {
    fn join(self, first: impl FnOnce() + Send, second: impl FnOnce() + Send);
}

/// Runs one piece after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneThread;

impl Fork for OneThread {
    fn join(self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        first();
        second();
    }
}

/// Runs both pieces at the same time, if a thread of the current pool is free.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool;

#[cfg(feature = "rayon")]
impl Fork for Pool {
    fn join(self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        rayon::join(first, second);
    }
}
