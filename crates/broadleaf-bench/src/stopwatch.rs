//! How long something takes.

use std::hint;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Milliseconds of CPU time of this thread: what else the machine does between does not count.
pub(crate) fn cpu_ms(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Milliseconds on the clock, on the threads of rayon's pool.
pub(crate) fn wall_ms(work: impl FnOnce()) -> f64 {
    wake_threads();
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Has every thread of the pool at work on a core of its own, as in a program that uses it all the
/// time: a system takes milliseconds to bring threads that slept there.
fn wake_threads() {
    rayon::broadcast(|_| {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(5) {
            hint::spin_loop();
        }
    });
}
