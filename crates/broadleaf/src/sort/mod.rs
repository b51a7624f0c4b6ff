//! Sorting by integer keys: a radix sort that looks only at bits that differ.

#[cfg(feature = "rayon")]
mod parallel;

use alloc::vec::Vec;
use core::mem;

#[cfg(feature = "rayon")]
pub(crate) use self::parallel::{Shared, par_radix_sort};
use crate::store::Id;

const DIGIT_BITS: u32 = 11;
/// From this many items on they are first split by so many of the highest bits, and each part is
/// then sorted in the cache.
const LARGE: usize = 1 << 18;
const TOP_BITS: u32 = 8;
const TOP_MASK: u64 = (1 << TOP_BITS) - 1;
/// Below this many items the histograms cost more than a comparison sort.
const SMALL: usize = 512;

/// Sorts pairs of ids by `(a, b)`.
pub(crate) fn sort_pairs(pairs: &mut [[Id; 2]]) {
    if pairs.len() < SMALL {
        pairs.sort_unstable();
    } else {
        radix_sort(pairs, &mut Vec::new(), |&[a, b]| {
            u64::from(a.0) << 32 | u64::from(b.0)
        });
    }
}

/// Sorts items by ascending key; equal keys keep their order. `scratch` lends its memory.
pub(crate) fn radix_sort<T: Copy>(items: &mut [T], scratch: &mut Vec<T>, key: impl Fn(&T) -> u64) {
    let Some(first) = items.first().map(&key) else {
        return;
    };
    let differing = items
        .iter()
        .fold(0, |bits, item| bits | (key(item) ^ first));
    scratch.truncate(items.len());
    scratch.extend_from_slice(&items[scratch.len()..]);
    if items.len() < LARGE {
        if sort_digits(items, scratch, differing, &key) {
            items.copy_from_slice(scratch);
        }
        return;
    }
    let shift = (u64::BITS - differing.leading_zeros()).saturating_sub(TOP_BITS);
    let mut start = 0;
    for end in scatter(items, scratch, |item| {
        (key(item) >> shift & TOP_MASK) as usize
    }) {
        let (bucket, room) = (&mut scratch[start..end], &mut items[start..end]);
        if !sort_digits(bucket, room, differing & ((1 << shift) - 1), &key) {
            room.copy_from_slice(bucket);
        }
        start = end;
    }
}

/// Sorts by these bits, lowest first. Returns whether the sorted items are in `other`.
fn sort_digits<T: Copy>(
    items: &mut [T],
    other: &mut [T],
    mut differing: u64,
    key: impl Fn(&T) -> u64,
) -> bool {
    let (mut from, mut to) = (items, other);
    let mut are_in_other = false;
    while differing != 0 {
        let shift = differing.trailing_zeros();
        scatter(from, to, |item| {
            ((key(item) >> shift) & DIGIT_MASK) as usize
        });
        mem::swap(&mut from, &mut to);
        are_in_other = !are_in_other;
        differing &= !(DIGIT_MASK << shift);
    }
    are_in_other
}

const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;

/// Copies `from` to `to` in the order of one digit, stably. Returns where the items of each digit
/// end.
fn scatter<T: Copy>(
    from: &[T],
    to: &mut [T],
    digit: impl Fn(&T) -> usize,
) -> [usize; 1 << DIGIT_BITS] {
    let mut places = [0; 1 << DIGIT_BITS];
    for item in from {
        places[digit(item)] += 1;
    }
    let mut start = 0;
    for place in &mut places {
        start += mem::replace(place, start);
    }
    for item in from {
        let place = &mut places[digit(item)];
        to[*place] = *item;
        *place += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 7_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        };
        for (len, mask) in [
            (0, !0),
            (1, !0),
            (2, 1),
            (600, 3),
            (5_000, 0x1_ffff),
            (5_000, !0),
            (LARGE, 0x10_1000),
            (LARGE + 1, !0),
        ] {
            let mut pairs: Vec<_> = (0..len)
                .map(|_| [Id(random() & mask), Id(random() & mask)])
                .collect();
            let mut expected = pairs.clone();
            expected.sort_unstable();
            sort_pairs(&mut pairs);
            assert_eq!(pairs, expected);
        }
    }
}
