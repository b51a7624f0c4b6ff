//! Threads that stay awake between the parallel parts of a query.
//!
//! # Why it exists
//! A thread of rayon's pool that finds no work falls asleep after some 15 microseconds, and waking
//! it takes some 20. A query about 100,000 boxes takes a millisecond or two and has a dozen
//! parallel parts, with moments in between in which one thread works alone. Without this file, the
//! other threads fall asleep at each such moment, and both times are lost again. There are two
//! kinds of them:
//! * between two parts: the [`Crew`] of a query searches for work until the query is answered;
//! * at the end of a [`join`], where a thread waits for the piece that another one took: it does
//!   other work, and searches for it longer than rayon's own waiting would.
//!
//! # What it gains
//! With two pinned threads, all pairs of 100,000 boxes take 6 % (2D) and 3 % (3D) less time, cross
//! pairs 5 % and 2 %, steps 2 to 3 %, builds of a `PackedTree` along the curve 4 % and 3 %; other
//! builds take the same (`docs/log/2026-11-28-threads.md`). Without `enter`, which hands over a
//! query as a whole, steps of 10,000 boxes take 1.1 to 1.3 times as long.
//!
//! # What must not change
//! * *Nobody waits for the crew.* A thread that is busy elsewhere comes later or not at all, so a
//!   query in a pool of busy threads takes as long as on one thread.
//! * *Unanswered calls are taken back* by [`Crew`]'s `drop`. They lie in the caller's own queue,
//!   which would otherwise grow with each query while other threads are busy.
//! * *Patience ends*: after about 100 microseconds without work a thread sleeps, and it yields to
//!   the system each time that it finds none. Otherwise two threads on one processor would take
//!   turns of milliseconds with the thread that has the work.

use alloc::sync::Arc;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicUsize};

use rayon::Yield;

use super::call::Call;
use super::tuning::PATIENCE;

/// The other threads of the pool, which search for work until the crew is dropped.
pub(super) struct Crew(Arc<Orders>);

/// What the caller and the threads share.
struct Orders {
    is_dismissed: AtomicBool,
    /// Calls that no thread has answered.
    unanswered: AtomicUsize,
}

impl Crew {
    /// Calls the threads without waiting for them.
    pub(super) fn muster() -> Self {
        let others = rayon::current_num_threads() - 1;
        let orders = Arc::new(Orders {
            is_dismissed: AtomicBool::new(false),
            unanswered: AtomicUsize::new(others),
        });
        let caller = rayon::current_thread_index();
        for _ in 0..others {
            let orders = Arc::clone(&orders);
            rayon::spawn(move || {
                orders.unanswered.fetch_sub(1, Relaxed);
                // If no other thread took the call, the caller itself finds it among its own work.
                if rayon::current_thread_index() != caller {
                    work_until(|| orders.is_dismissed.load(Relaxed));
                }
            });
        }
        Self(orders)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.0.is_dismissed.store(true, Relaxed);
        // Unanswered calls are the last that the caller queued. They would pile up with each query
        // while all other threads are busy.
        for _ in 0..self.0.unanswered.load(Relaxed) {
            rayon::yield_local();
        }
    }
}

/// Calls both functions, the second on another thread if one takes it. Until the second has
/// finished, the caller does other work and stays awake.
pub(super) fn join(first: &mut dyn Call, second: &mut dyn Call) {
    let (is_taken, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    rayon::join(
        || {
            first.call();
            if is_taken.load(Acquire) {
                work_until(|| is_over.load(Acquire));
            }
        },
        || {
            is_taken.store(true, Release);
            second.call();
            is_over.store(true, Release);
        },
    );
}

/// Does work of the pool until `is_over` returns true, or until there was none for a while.
fn work_until(is_over: impl Fn() -> bool) {
    let mut idle = 0;
    while idle < PATIENCE && !is_over() {
        match rayon::yield_now() {
            Some(Yield::Executed) => idle = 0,
            _ => {
                idle += 1;
                // Lets another thread run that the system put on this processor.
                std::thread::yield_now();
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/awake.rs"]
mod tests;
