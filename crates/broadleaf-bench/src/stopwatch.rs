//! Measures times.

use std::hint;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// How long threads are kept busy before a measurement. A longer time evicts the data of the work
/// from the caches: after 5 milliseconds, pairs of 10,000 boxes take 1.2 times as long.
const WARM_UP: Duration = Duration::from_micros(200);

/// A measurement of this length takes a thousand times as long as reading the clock.
const LONG_ENOUGH_MS: f64 = 0.5;

/// Milliseconds of CPU time of this thread, without other work of the machine.
pub(crate) fn cpu_ms(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Milliseconds of CPU time of work, repeated until it takes long enough to measure.
pub(crate) fn repeated_cpu_ms(mut work: impl FnMut()) -> f64 {
    let mut times = 1_u32;
    loop {
        let ms = cpu_ms(|| (0..times).for_each(|_| work()));
        if ms >= LONG_ENOUGH_MS {
            return ms / f64::from(times);
        }
        times *= 4;
    }
}

/// Milliseconds by the clock, for work on the threads of rayon's pool.
pub(crate) fn wall_ms(work: impl FnOnce()) -> f64 {
    wake_threads();
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

/// Wakes every thread of the pool, as in a program that uses the pool all the time.
fn wake_threads() {
    rayon::broadcast(|_| {
        let start = Instant::now();
        while start.elapsed() < WARM_UP {
            hint::spin_loop();
        }
    });
}
