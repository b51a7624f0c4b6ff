//! The radix sort of items that fit into a cache: by digits of their keys, the lowest first.
//!
//! # Why it works this way
//! * *Lowest digit first*: each pass is one loop over all items without a decision. Starting with
//!   the highest digit would make thousands of lists of a few items, each with its own counts.
//! * *Only bits that differ* are sorted: curve keys of flat scenes, pairs of few boxes and numbers
//!   with a common part take one pass less. Digits begin at the lowest bit that differs, so gaps
//!   are skipped. They are as narrow as the number of passes allows, which keeps the tables small.
//! * *Long lists in buckets* ([`shared`](super::shared)): a pass stores to 2,048 positions in turn.
//!   While the list fits into the second cache, each store finds its line there. Beyond that, a
//!   store waits for memory and for the translation of its page. Buffers of one line per position,
//!   written as a whole ("write-combining"), would help, too, but they need a copy in the nearest
//!   cache for each position, and stores past the caches, which safe Rust does not have. Dealing
//!   out pieces of 8,192 items needs neither: a piece and the positions of 128 buckets are in the
//!   caches.
//! * *Not one parallel radix sort* of everything, whose threads agree on the counts of each pass:
//!   it costs 1,120 instead of 660 ns of processor time for each of 60,000 boxes with four pairs
//!   (Zen 5), because threads share lines in each pass. With buckets, threads synchronise once.

use core::iter;
use core::mem;
use core::ops::Range;

use super::prefetch::prefetch_target;
use super::prefix_sum::PrefixSum;
use super::tuning::{COUNTED, DIGIT_BITS};
use crate::work;

/// How many values a digit has, each with a count per pass.
const DIGITS: usize = 1 << DIGIT_BITS;

/// Sorts items by the bits of their keys that are set in `differing`. `scratch` has the same
/// length; its contents do not matter.
pub(super) fn sort_by_digits<T: Copy>(
    items: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) {
    if differing == 0 {
        return;
    }
    prefetch_target(scratch);
    let mut passes = Passes::new(&[&*items], differing, key);
    let is_odd = passes.len() % 2 == 1;
    let (mut from, mut to) = (&mut *items, &mut *scratch);
    while passes.len() > 0 {
        passes.run_next(&[&*from], to, key);
        mem::swap(&mut from, &mut to);
    }
    if is_odd {
        items.copy_from_slice(scratch);
    }
}

/// Puts the items of `parts` into `to`, sorted by the bits of their keys that are set in
/// `differing`. `scratch` has the same length as `to`; its contents do not matter.
pub(super) fn sort_parts_by_digits<T: Copy>(
    parts: &[&[T]],
    to: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) {
    if differing == 0 {
        return copy_parts(parts, to);
    }
    prefetch_target(to);
    prefetch_target(scratch);
    let mut passes = Passes::new(parts, differing, key);
    let is_odd = passes.len() % 2 == 1;
    let (mut to, mut from) = if is_odd { (to, scratch) } else { (scratch, to) };
    passes.run_next(parts, to, key);
    while passes.len() > 0 {
        mem::swap(&mut from, &mut to);
        passes.run_next(&[&*from], to, key);
    }
}

/// Copies the items of `parts` to `to`, which is as long as all of them together.
pub(super) fn copy_parts<T: Copy>(parts: &[&[T]], mut to: &mut [T]) {
    for part in parts {
        let target = to.split_off_mut(..part.len()).unwrap_or_default();
        target.copy_from_slice(part);
    }
}

/// The passes of a sort, one for each digit that differs, lowest first.
struct Passes {
    /// The bits to be sorted by the remaining passes.
    differing: u64,
    /// Bits of a digit: as few as the number of passes allows.
    width: u32,
    /// How often each value of a digit occurs, for the digits that are counted and not sorted yet.
    counts: [[u32; DIGITS]; COUNTED],
    counted: Range<usize>,
}

impl Passes {
    fn new<T>(parts: &[&[T]], differing: u64, key: &impl Fn(&T) -> u64) -> Self {
        let mut passes = Self {
            differing,
            width: least_width(differing),
            counts: [[0; DIGITS]; COUNTED],
            counted: 0..COUNTED,
        };
        if passes.len() < COUNTED {
            passes.count::<{ COUNTED - 1 }, T>(parts, key);
        } else {
            passes.count::<COUNTED, T>(parts, key);
        }
        passes
    }

    /// Counts the first `N` digits. A digit beyond the last one is counted, too, which avoids a
    /// branch.
    fn count<const N: usize, T>(&mut self, parts: &[&[T]], key: &impl Fn(&T) -> u64) {
        let width = self.width;
        let mut starts = shifts(self.differing, width);
        let starts = [(); N].map(|()| starts.next().unwrap_or(0));
        for part in parts {
            for item in *part {
                let key = key(item);
                for (counts, &start) in self.counts.iter_mut().zip(&starts) {
                    counts[digit(key, start, width)] += 1;
                }
            }
        }
    }

    fn len(&self) -> usize {
        shifts(self.differing, self.width).count()
    }

    /// Copies the items of `parts` to `to` in the order of the next digit, stably.
    ///
    /// # Panics
    /// If no pass remains.
    fn run_next<T: Copy>(&mut self, parts: &[&[T]], to: &mut [T], key: &impl Fn(&T) -> u64) {
        if self.counted.is_empty() {
            *self = Self::new(parts, self.differing, key);
        }
        let (shift, width) = (self.differing.trailing_zeros(), self.width);
        let next = self.counted.next().map(|number| &mut self.counts[number]);
        let next = next.expect("a pass is left");
        let mut sum = PrefixSum::default();
        for count in &mut next[..1 << width] {
            sum.replace(count);
        }
        work::count(to.len());
        for part in parts {
            for item in *part {
                let slot = &mut next[digit(key(item), shift, width)];
                to[*slot as usize] = *item;
                *slot += 1;
            }
        }
        self.differing &= !(mask(width) << shift);
    }
}

/// The least width of digits that needs no more passes than the greatest.
fn least_width(differing: u64) -> u32 {
    let passes = |width: &u32| shifts(differing, *width).count();
    let least = passes(&DIGIT_BITS);
    let is_enough = |width: &u32| passes(width) == least;
    (1..DIGIT_BITS).find(is_enough).unwrap_or(DIGIT_BITS)
}

/// Where the digits with bits that differ begin, lowest first.
fn shifts(mut differing: u64, width: u32) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let shift = differing.trailing_zeros();
        differing &= !mask(width).checked_shl(shift)?;
        Some(shift)
    })
}

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

/// The digit of a key that begins at `shift`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a digit is small")]
fn digit(key: u64, shift: u32, width: u32) -> usize {
    (key >> shift & mask(width)) as usize % DIGITS
}

#[cfg(test)]
#[path = "tests/radix.rs"]
mod tests;
