//! A radix sort that skips the bits that all keys have in common.

use alloc::vec::Vec;
use core::mem;

use super::prefix_sum::PrefixSum;
use crate::simd::prefetch;
use crate::work;

pub(super) const DIGIT_BITS: u32 = 11;
const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;
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
    sort_with(items, scratch, differing(items, &key), &key);
}

/// The number of bits that are sorted in as many passes as `wanted` bits of `len` keys.
pub(crate) fn bits_of_passes(len: usize, wanted: u32) -> u32 {
    let first = if len >= MIN_SPLIT_LEN { TOP_BITS } else { 0 };
    first + wanted.saturating_sub(first).div_ceil(DIGIT_BITS) * DIGIT_BITS
}

/// The bits in which keys differ.
pub(super) fn differing<T>(items: &[T], key: impl Fn(&T) -> u64) -> u64 {
    let Some(first) = items.first().map(&key) else {
        return 0;
    };
    let bits = |bits, item| bits | (key(item) ^ first);
    items.iter().fold(0, bits)
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
    mut differing: u64,
    key: &impl Fn(&T) -> u64,
) -> bool {
    if differing != 0 {
        prefetch_target(other);
    }
    let (mut from, mut to) = (items, other);
    let mut are_in_other = false;
    while differing != 0 {
        let digits = Digits::of(differing);
        let mut counts = digits.count(from, key);
        for (counts, &shift) in counts.iter_mut().zip(digits.shifts()) {
            move_in_order(from, to, counts, |item| digit(key(item), shift));
            mem::swap(&mut from, &mut to);
            are_in_other = !are_in_other;
            differing &= !(DIGIT_MASK << shift);
        }
    }
    are_in_other
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

/// Digits of the keys.
struct Digits {
    shifts: [u32; MOST_COUNTED],
    len: usize,
}

impl Digits {
    /// The lowest digits with bits that differ.
    fn of(mut differing: u64) -> Self {
        let (mut shifts, mut len) = ([0; MOST_COUNTED], 0);
        while differing != 0 && len < MOST_COUNTED {
            shifts[len] = differing.trailing_zeros();
            differing &= !(DIGIT_MASK << shifts[len]);
            len += 1;
        }
        Self { shifts, len }
    }

    fn shifts(&self) -> &[u32] {
        &self.shifts[..self.len]
    }

    /// How often each value of each digit occurs.
    fn count<T>(&self, items: &[T], key: &impl Fn(&T) -> u64) -> [[u32; DIGITS]; MOST_COUNTED] {
        if self.len < MOST_COUNTED {
            self.count_first::<{ MOST_COUNTED - 1 }, T>(items, key)
        } else {
            self.count_first::<MOST_COUNTED, T>(items, key)
        }
    }

    /// The counts of the first `N` digits. Those beyond `len` are counted for nothing, but without
    /// a branch.
    fn count_first<const N: usize, T>(
        &self,
        items: &[T],
        key: &impl Fn(&T) -> u64,
    ) -> [[u32; DIGITS]; MOST_COUNTED] {
        let mut counts = [[0; DIGITS]; MOST_COUNTED];
        for item in items {
            let key = key(item);
            for (counts, &shift) in counts.iter_mut().zip(&self.shifts[..N]) {
                counts[digit(key, shift)] += 1;
            }
        }
        counts
    }
}

fn digit(key: u64, shift: u32) -> usize {
    (key >> shift & DIGIT_MASK) as usize
}

/// Copies `from` to `to` in the order of one digit, stably. Replaces the number of each digit's
/// items by their end.
fn move_in_order<T: Copy>(
    from: &[T],
    to: &mut [T],
    counts: &mut [u32; DIGITS],
    digit: impl Fn(&T) -> usize,
) {
    work::count(from.len());
    let mut sum = PrefixSum::default();
    for count in &mut *counts {
        sum.replace(count);
    }
    for item in from {
        let slot = &mut counts[digit(item)];
        to[*slot as usize] = *item;
        *slot += 1;
    }
}
