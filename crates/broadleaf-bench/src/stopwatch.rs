//! Measures times.

use std::hint;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Milliseconds of CPU time of this thread, without other work of the machine.
pub(crate) fn cpu_ms(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Milliseconds by the clock, for work on the threads of rayon's pool.
pub(crate) fn wall_ms(work: impl FnOnce()) -> f64 {
    wake_threads();
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Wakes every thread of the pool, as in a program that uses the pool all the time. Otherwise the
/// system takes milliseconds to bring sleeping threads to their cores.
fn wake_threads() {
    rayon::broadcast(|_| {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(5) {
            hint::spin_loop();
        }
    });
}
