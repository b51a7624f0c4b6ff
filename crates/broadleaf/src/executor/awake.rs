//! Threads that stay awake between the parallel parts of a piece of work.
//!
//! A thread of the pool that finds no work falls asleep after some ten microseconds, and to wake it
//! takes some twenty: much of a question that takes a millisecond.

use alloc::sync::Arc;
use core::sync::atomic::AtomicBool;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use rayon::Yield;

/// A thread that found no work this number of times may fall asleep: after about 100 microseconds.
const PATIENCE: u32 = 256;

/// The other threads of the pool. They look for work until this is dropped.
pub(super) struct Crew {
    is_dismissed: Arc<AtomicBool>,
}

impl Crew {
    /// Calls the threads. Nobody waits for them: one that is busy comes later, or not at all.
    pub(super) fn muster() -> Self {
        let is_dismissed = Arc::new(AtomicBool::new(false));
        let caller = rayon::current_thread_index();
        for _ in 1..rayon::current_num_threads() {
            let is_dismissed = Arc::clone(&is_dismissed);
            rayon::spawn(move || {
                // The caller itself finds this among its own work if no other thread took it.
                if rayon::current_thread_index() != caller {
                    work_until(|| is_dismissed.load(Relaxed));
                }
            });
        }
        Self { is_dismissed }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.is_dismissed.store(true, Relaxed);
    }
}

/// Calls both functions, the second on another thread if one takes it. Until that has finished, the
/// caller does other work, and stays awake.
pub(super) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (is_taken, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    rayon::join(
        || {
            let result = first();
            if is_taken.load(Acquire) {
                work_until(|| is_over.load(Acquire));
            }
            result
        },
        || {
            is_taken.store(true, Release);
            let result = second();
            is_over.store(true, Release);
            result
        },
    )
}

/// Does work of the pool, until `is_over` or there was none for a while.
fn work_until(is_over: impl Fn() -> bool) {
    let mut idle = 0;
    while idle < PATIENCE && !is_over() {
        match rayon::yield_now() {
            Some(Yield::Executed) => idle = 0,
            _ => {
                idle += 1;
                // To another thread that the system put on this processor.
                std::thread::yield_now();
            }
        }
    }
}
