//! How far apart two processors are.

use std::hint;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread;
use std::time::Instant;

const MESSAGES: u32 = 20_000;

/// The milliseconds that a message to a thread on the second processor and its answer take; `None`
/// if there is one processor only. Two processors that share a cache take some tens of
/// nanoseconds, others hundreds: then threads gain less wherever one reads what another one wrote.
pub(super) fn round_trip_ms() -> Option<f64> {
    let second = *core_affinity::get_core_ids()?.get(1)?;
    let last = AtomicU32::new(0);
    thread::scope(|scope| {
        let answers = scope.spawn(|| {
            core_affinity::set_for_current(second);
            for message in 0..MESSAGES {
                wait_for(&last, 2 * message + 1);
                last.store(2 * message + 2, Release);
            }
        });
        let start = Instant::now();
        for message in 0..MESSAGES {
            last.store(2 * message + 1, Release);
            wait_for(&last, 2 * message + 2);
        }
        let ms = start.elapsed().as_secs_f64() * 1e3;
        answers.join().expect("it does not panic");
        Some(ms / f64::from(MESSAGES))
    })
}

fn wait_for(last: &AtomicU32, message: u32) {
    while last.load(Acquire) != message {
        hint::spin_loop();
    }
}
