//! Arithmetic that touches no memory: the upper limit of what threads can gain on this machine.

use std::hint::black_box;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::stopwatch::wall_ms;

const PIECES: u64 = 64;
/// An odd number with a random bit pattern.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
/// Threads on free processors gain at least this fraction of their number.
const OF_FREE_PROCESSORS: f64 = 0.9;

pub(crate) fn one_thread() -> u64 {
    (0..PIECES).map(piece).fold(0, u64::wrapping_add)
}

pub(crate) fn threads() -> u64 {
    let pieces = (0..PIECES).into_par_iter().map(piece);
    pieces.reduce(|| 0, u64::wrapping_add)
}

fn piece(seed: u64) -> u64 {
    let mut numbers = [seed, 1, 2, 3].map(black_box);
    for _ in 0..50_000 {
        numbers = numbers.map(|number| (number ^ number >> 29).wrapping_mul(MULTIPLIER));
    }
    numbers.into_iter().fold(0, u64::wrapping_add)
}

/// Whether each thread of the pool currently has a free processor.
pub(crate) fn are_processors_free() -> bool {
    let ms = [one_thread, threads].map(|work| wall_ms(|| _ = black_box(work())));
    ms[0] >= OF_FREE_PROCESSORS * rayon::current_num_threads() as f64 * ms[1]
}
