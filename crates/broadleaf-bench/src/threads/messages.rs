//! The distance between the processors of two threads.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::time::Instant;
use std::{hint, thread};

const MESSAGES: u32 = 20_000;
/// Processors that do not share a cache take longer.
const MOST_NEAR_MS: f64 = 150e-6;
/// Two threads on one processor yield to each other after this number of polls.
const LOOKS: u32 = 10_000;

/// The milliseconds that a message to another thread of the pool and its answer take; `None` if the
/// pool has one thread. Processors that share a cache take some tens of nanoseconds, others
/// hundreds; then threads gain less wherever one reads what another one wrote.
pub(super) fn round_trip_ms() -> Option<f64> {
    if rayon::current_num_threads() < 2 {
        return None;
    }
    let last = AtomicU32::new(0);
    // This thread belongs to the pool, so the other one must take the answers.
    let seconds = rayon::scope(|scope| {
        scope.spawn(|_| {
            for message in 0..MESSAGES {
                wait_for(&last, 2 * message + 1);
                last.store(2 * message + 2, Release);
            }
        });
        last.store(1, Release);
        wait_for(&last, 2);
        let start = Instant::now();
        for message in 1..MESSAGES {
            last.store(2 * message + 1, Release);
            wait_for(&last, 2 * message + 2);
        }
        start.elapsed().as_secs_f64()
    });
    Some(seconds * 1e3 / f64::from(MESSAGES - 1))
}

/// Whether the processors of two threads of the pool currently share a cache.
pub(super) fn are_processors_near() -> bool {
    round_trip_ms().is_some_and(|ms| ms <= MOST_NEAR_MS)
}

fn wait_for(last: &AtomicU32, message: u32) {
    let mut looks = 0;
    while last.load(Acquire) != message {
        hint::spin_loop();
        looks += 1;
        if looks % LOOKS == 0 {
            thread::yield_now();
        }
    }
}
