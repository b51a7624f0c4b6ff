//! The sort by digits of keys that lie far apart in their range, such as pairs: the upper bits
//! distinguish nearly all of them.

use super::radix::{copy_parts, sort_by_digits, sort_parts_by_digits};
use super::tuning::{MIN_RADIX_LEN, SPARE_BITS};

/// How keys lie in their range. A type and not a value, so that the code for sparse keys is not
/// compiled for dense ones: it is 18 of the 802 kB of code of an npm module.
pub(super) trait Density: Copy + Send + Sync {
    /// Whether the upper bits distinguish nearly all keys, as with pairs, so that only these are
    /// sorted by digits. A pair of two of 100,000 boxes has 34 bits, of which 400,000 pairs need
    /// 22: two passes instead of four, and one over neighbours.
    const IS_SPARSE: bool;

    /// Whether so few items are sorted by comparisons.
    fn is_compared(self, len: usize) -> bool {
        Self::IS_SPARSE && len < MIN_RADIX_LEN
    }

    /// How many lower bits of the keys of `len` items are not sorted by digits.
    fn rest_bits(self, len: usize, differing: u64) -> u32 {
        let bits = u64::BITS - differing.leading_zeros();
        match Self::IS_SPARSE {
            true => bits.saturating_sub(len.max(1).ilog2() + SPARE_BITS),
            false => 0,
        }
    }
}

/// Most bits are needed to distinguish keys, such as positions on a curve: all are sorted by
/// digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense;

impl Density for Dense {
    const IS_SPARSE: bool = false;
}

/// See [`Density::IS_SPARSE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Sparse;

impl Density for Sparse {
    const IS_SPARSE: bool = true;
}

/// Sorts items by the bits of their keys that are set in `differing`; equal dense keys keep their
/// order. `scratch` has the same length; its contents do not matter.
pub(super) fn sort_items<T: Copy>(
    items: &mut [T],
    scratch: &mut [T],
    differing: u64,
    density: impl Density,
    key: &impl Fn(&T) -> u64,
) {
    if density.is_compared(items.len()) {
        return items.sort_unstable_by_key(key);
    }
    let rest = density.rest_bits(items.len(), differing);
    sort_by_digits(items, scratch, differing >> rest, &without(rest, key));
    if rest > 0 {
        sort_rest(items, rest, key);
    }
}

/// [`sort_items`] of the items of `parts` into `to`.
pub(super) fn sort_parts<T: Copy>(
    parts: &[&[T]],
    to: &mut [T],
    scratch: &mut [T],
    differing: u64,
    density: impl Density,
    key: &impl Fn(&T) -> u64,
) {
    if density.is_compared(to.len()) {
        copy_parts(parts, to);
        return to.sort_unstable_by_key(key);
    }
    let rest = density.rest_bits(to.len(), differing);
    sort_parts_by_digits(parts, to, scratch, differing >> rest, &without(rest, key));
    if rest > 0 {
        sort_rest(to, rest, key);
    }
}

/// Keys without their lower bits. With one key function for all sorts by digits, the code is half
/// as large.
fn without<T>(bits: u32, key: &impl Fn(&T) -> u64) -> impl Fn(&T) -> u64 {
    move |item| key(item) >> bits
}

/// Sorts items that are already sorted by all but the `rest` lowest bits of their keys.
fn sort_rest<T: Copy>(items: &mut [T], rest: u32, key: &impl Fn(&T) -> u64) {
    sort_neighbours(items, key);
    for_each_unsorted_run(items, key, rest, |run| run.sort_unstable_by_key(key));
}

/// Swaps neighbours that are in the wrong order, without a branch. This sorts nearly all runs.
fn sort_neighbours<T: Copy>(items: &mut [T], key: &impl Fn(&T) -> u64) {
    for first in [0, 1] {
        let items = items.get_mut(first..).unwrap_or_default();
        for [a, b] in items.as_chunks_mut().0 {
            let is_less = key(b) < key(a);
            (*a, *b) = if is_less { (*b, *a) } else { (*a, *b) };
        }
    }
}

/// Visits the runs that are not sorted yet. A run is a sequence of items that agree in all but the
/// `rest` lowest bits of their keys.
fn for_each_unsorted_run<T>(
    items: &mut [T],
    key: &impl Fn(&T) -> u64,
    rest: u32,
    mut visit: impl FnMut(&mut [T]),
) {
    let mut end = 1;
    while end < items.len() {
        let last = key(&items[end - 1]);
        if last <= key(&items[end]) {
            end += 1;
            continue;
        }
        let is_other = |item: &T| key(item) >> rest != last >> rest;
        let start = items[..end].iter().rposition(is_other).map_or(0, |i| i + 1);
        end += items[end..]
            .iter()
            .position(is_other)
            .unwrap_or(items.len() - end);
        visit(&mut items[start..end]);
    }
}
