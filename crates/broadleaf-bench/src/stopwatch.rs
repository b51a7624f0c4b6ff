//! How long something takes.

use std::time::Instant;

use cpu_time::ThreadTime;

/// Milliseconds of CPU time of this thread: what else the machine does between does not count.
pub(crate) fn cpu_ms(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Milliseconds on the clock.
pub(crate) fn wall_ms(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}
