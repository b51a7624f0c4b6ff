//! A radix sort that skips the bits that all keys have in common.

use alloc::vec::Vec;
use core::iter;
use core::mem;
use core::ops::Range;

use super::prefix_sum::PrefixSum;
use crate::simd::prefetch;
use crate::work;

pub(super) const DIGIT_BITS: u32 = 11;
/// The number of values of a digit.
pub(super) const DIGITS: usize = 1 << DIGIT_BITS;

/// From this length on, items are first split into buckets by their highest `TOP_BITS` differing
/// bits, so that each bucket is then sorted within the cache.
const MIN_SPLIT_LEN: usize = 1 << 19;
const TOP_BITS: u32 = 8;
const TOP_MASK: u64 = (1 << TOP_BITS) - 1;
/// The number of values of these bits.
const BUCKETS: usize = 1 << TOP_BITS;

/// The bytes of a cache line, and those of the second cache of most processors.
const CACHE_LINE: usize = 64;
const SECOND_CACHE: usize = 1 << 20;

/// Sorts items by ascending key; equal keys keep their order. `scratch` lends its memory.
pub(crate) fn radix_sort<T: Copy>(items: &mut [T], scratch: &mut Vec<T>, key: impl Fn(&T) -> u64) {
    scratch.truncate(items.len());
    scratch.extend_from_slice(&items[scratch.len()..]);
    sort_with(items, scratch, differing(items.iter(), &key), &key);
}

/// The bits in which keys differ.
pub(super) fn differing<'a, T: 'a>(
    mut items: impl Iterator<Item = &'a T>,
    key: impl Fn(&T) -> u64,
) -> u64 {
    let Some(first) = items.next().map(&key) else {
        return 0;
    };
    items.fold(0, |bits, item| bits | (key(item) ^ first))
}

/// Sorts items by the bits of their keys that differ. `scratch` has the same length, and its
/// contents are meaningless before and afterwards.
pub(super) fn sort_with<T: Copy>(
    items: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) {
    if items.len() >= MIN_SPLIT_LEN {
        sort_by_buckets(items, scratch, differing, key);
    } else if sort_digits(items, scratch, differing, key) {
        items.copy_from_slice(scratch);
    }
}

/// Sorts by the highest bits that differ, and then each bucket that agrees in them.
fn sort_by_buckets<T: Copy>(
    items: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) {
    let shift = (u64::BITS - differing.leading_zeros()).saturating_sub(TOP_BITS);
    let rest = differing & ((1 << shift) - 1);
    let ends = scatter(items, scratch, |item| {
        (key(item) >> shift & TOP_MASK) as usize
    });
    let mut start = 0;
    for end in ends {
        let (bucket, target) = (&mut scratch[start..end], &mut items[start..end]);
        if bucket.len() >= MIN_SPLIT_LEN && rest != 0 {
            sort_by_buckets(bucket, target, rest, key);
            target.copy_from_slice(bucket);
        } else if !sort_digits(bucket, target, rest, key) {
            target.copy_from_slice(bucket);
        }
        start = end;
    }
}

/// Copies `from` to `to` in the order of its buckets, stably. Returns the end of each bucket.
fn scatter<T: Copy>(from: &[T], to: &mut [T], bucket: impl Fn(&T) -> usize) -> [usize; BUCKETS] {
    let mut next = [0; BUCKETS];
    work::count(from.len());
    for item in from {
        next[bucket(item)] += 1;
    }
    let mut sum = PrefixSum::default();
    for count in &mut next {
        sum.replace(count);
    }
    for item in from {
        let slot = &mut next[bucket(item)];
        to[*slot] = *item;
        *slot += 1;
    }
    next
}

/// Sorts by the bits that are set in `differing`, lowest digit first. Returns whether the sorted
/// items are in `other`; otherwise they are in `items`.
fn sort_digits<T: Copy>(
    items: &mut [T],
    other: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) -> bool {
    if differing == 0 {
        return false;
    }
    prefetch_target(other);
    let (mut from, mut to) = (items, other);
    let mut passes = Passes::new(iter::once(&*from), differing, key);
    let is_odd = passes.len() % 2 == 1;
    while passes.len() > 0 {
        passes.run_next(iter::once(&*from), to, key);
        mem::swap(&mut from, &mut to);
    }
    is_odd
}

/// Puts the items of `parts` into `to`, sorted by the bits of their keys that are set in
/// `differing`. `scratch` has the same length as `to`, and its contents are meaningless before and
/// afterwards.
pub(super) fn sort_parts<'a, T: Copy + 'a>(
    parts: impl Iterator<Item = &'a [T]> + Clone,
    to: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: &impl Fn(&T) -> u64,
) {
    if differing == 0 || to.len() >= MIN_SPLIT_LEN {
        copy_parts(parts, to);
        return sort_with(to, scratch, differing, key);
    }
    prefetch_target(to);
    prefetch_target(scratch);
    let mut passes = Passes::new(parts.clone(), differing, key);
    let is_odd = passes.len() % 2 == 1;
    let (mut to, mut from) = if is_odd { (to, scratch) } else { (scratch, to) };
    passes.run_next(parts, to, key);
    while passes.len() > 0 {
        mem::swap(&mut from, &mut to);
        passes.run_next(iter::once(&*from), to, key);
    }
}

/// Copies the items of `parts` to `to`, which has the same length as all of them together.
pub(super) fn copy_parts<'a, T: Copy + 'a>(parts: impl Iterator<Item = &'a [T]>, mut to: &mut [T]) {
    for part in parts {
        let target = to.split_off_mut(..part.len()).unwrap_or_default();
        target.copy_from_slice(part);
    }
}

/// Loads memory to which items will be moved in any order, if it fits into the second cache. Stores
/// in any order wait for each line that was not loaded.
pub(crate) fn prefetch_target<T>(target: &[T]) {
    if size_of_val(target) <= SECOND_CACHE {
        for line in target.chunks(CACHE_LINE.div_ceil(size_of::<T>().max(1))) {
            prefetch(&line[0]);
        }
    }
}

/// The most digits that are counted together: the counts of more would not stay in the cache.
const MOST_COUNTED: usize = 3;

/// The passes of a sort, one for each digit that differs, lowest first.
struct Passes {
    /// The bits of the passes that are left.
    differing: u64,
    /// The number of bits of a digit: no more than that number of passes needs.
    width: u32,
    /// Of each digit that was counted and not sorted yet, how often its values occur.
    counts: [[u32; DIGITS]; MOST_COUNTED],
    counted: Range<usize>,
}

impl Passes {
    /// Counts the first digits of all items.
    fn new<'a, T: 'a>(
        parts: impl Iterator<Item = &'a [T]>,
        differing: u64,
        key: &impl Fn(&T) -> u64,
    ) -> Self {
        let mut passes = Self {
            differing,
            width: least_width(differing),
            counts: [[0; DIGITS]; MOST_COUNTED],
            counted: 0..0,
        };
        passes.counted.end = passes.len().min(MOST_COUNTED);
        if passes.counted.end < MOST_COUNTED {
            passes.count::<{ MOST_COUNTED - 1 }, T>(parts, key);
        } else {
            passes.count::<MOST_COUNTED, T>(parts, key);
        }
        passes
    }

    /// Counts the first `N` digits. Those beyond the last are counted for nothing, but without a
    /// branch.
    fn count<'a, const N: usize, T: 'a>(
        &mut self,
        parts: impl Iterator<Item = &'a [T]>,
        key: &impl Fn(&T) -> u64,
    ) {
        let mut of_digits = [0; N];
        for (shift, next) in of_digits.iter_mut().zip(shifts(self.differing, self.width)) {
            *shift = next;
        }
        let width = self.width;
        for part in parts {
            for item in part {
                let key = key(item);
                for (counts, &shift) in self.counts.iter_mut().zip(&of_digits) {
                    counts[digit(key, shift, width)] += 1;
                }
            }
        }
    }

    /// The number of passes that are left.
    fn len(&self) -> usize {
        shifts(self.differing, self.width).count()
    }

    /// Copies the items of `parts` to `to` in the order of the next digit, stably.
    ///
    /// # Panics
    /// If no pass is left.
    fn run_next<'a, T: Copy + 'a>(
        &mut self,
        parts: impl Iterator<Item = &'a [T]> + Clone,
        to: &mut [T],
        key: &impl Fn(&T) -> u64,
    ) {
        if self.counted.is_empty() {
            *self = Self::new(parts.clone(), self.differing, key);
        }
        let (shift, width) = (self.differing.trailing_zeros(), self.width);
        let counts = self.counted.next().map(|number| &mut self.counts[number]);
        let counts = counts.expect("a pass is left");
        let mut sum = PrefixSum::default();
        for count in &mut counts[..1 << width] {
            sum.replace(count);
        }
        move_in_order(parts, to, counts, |item| digit(key(item), shift, width));
        self.differing &= !(mask(width) << shift);
    }
}

/// The least width of digits with which a sort takes no more passes than with the greatest.
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

/// Copies the items of `parts` to `to` in the order of one digit, stably. `next` has where the
/// items of each digit begin, and has their end afterwards.
fn move_in_order<'a, T: Copy + 'a>(
    parts: impl Iterator<Item = &'a [T]>,
    to: &mut [T],
    next: &mut [u32; DIGITS],
    digit: impl Fn(&T) -> usize,
) {
    work::count(to.len());
    for part in parts {
        for item in part {
            let slot = &mut next[digit(item)];
            to[*slot as usize] = *item;
            *slot += 1;
        }
    }
}

#[cfg(test)]
#[path = "tests/radix.rs"]
mod tests;
