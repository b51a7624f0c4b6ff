//! A sort of items whose keys lie far apart in their range, as those of pairs do: the upper bits
//! tell nearly all of them apart.

use super::radix::{sort_parts, sort_with};

/// Of `n` items, log₂ `n` bits and these more are sorted by digits. If keys are spread evenly, few
/// items then agree with another one in these bits.
const SPARE_BITS: u32 = 4;

/// Longer runs of items that agree in these bits are sorted by digits as well.
const MAX_INSERTED: usize = 32;

/// Sorts items by ascending key; those with equal keys are in any order. `scratch` has the same
/// length, and its contents are meaningless before and afterwards.
///
/// `differing` has the bits in which keys may differ.
pub(super) fn sort_sparse<T: Copy>(
    items: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: impl Fn(&T) -> u64,
) {
    let rest = rest_bits(items.len(), differing);
    sort_with(items, scratch, differing >> rest, &without(rest, &key));
    sort_rest(items, scratch, rest, &key);
}

/// [`sort_sparse`] of the items of `parts` into `to`.
pub(super) fn sort_sparse_parts<'a, T: Copy + 'a>(
    parts: impl Iterator<Item = &'a [T]> + Clone,
    to: &mut [T],
    scratch: &mut [T],
    differing: u64,
    key: impl Fn(&T) -> u64,
) {
    let rest = rest_bits(to.len(), differing);
    sort_parts(parts, to, scratch, differing >> rest, &without(rest, &key));
    sort_rest(to, scratch, rest, &key);
}

/// The number of lower bits of the keys of `len` items that are not sorted by digits.
fn rest_bits(len: usize, differing: u64) -> u32 {
    let bits = u64::BITS - differing.leading_zeros();
    bits.saturating_sub(len.max(1).ilog2() + SPARE_BITS)
}

/// Keys without their lower bits. All sorts by digits are one function: that halves the code.
fn without<T>(bits: u32, key: &impl Fn(&T) -> u64) -> impl Fn(&T) -> u64 {
    move |item| key(item) >> bits
}

/// Sorts items that are sorted by all but the `rest` lowest bits of their keys.
fn sort_rest<T: Copy>(items: &mut [T], scratch: &mut [T], rest: u32, key: &impl Fn(&T) -> u64) {
    if rest == 0 {
        return;
    }
    sort_neighbours(items, key);
    for_each_unsorted_run(items, key, rest, |items, start| {
        if items.len() <= MAX_INSERTED {
            insert_each(items, key);
        } else {
            let scratch = &mut scratch[start..start + items.len()];
            sort_with(items, scratch, (1 << rest) - 1, &without(0, key));
        }
    });
}

/// Exchanges neighbours that are in the wrong order, without a branch: that sorts nearly all runs.
fn sort_neighbours<T: Copy>(items: &mut [T], key: &impl Fn(&T) -> u64) {
    for first in [0, 1] {
        let items = items.get_mut(first..).unwrap_or_default();
        for [a, b] in items.as_chunks_mut().0 {
            let is_less = key(b) < key(a);
            (*a, *b) = if is_less { (*b, *a) } else { (*a, *b) };
        }
    }
}

/// Passes on the runs that are not sorted yet, each with its start: the items next to each other
/// that agree in all but the `rest` lowest bits of their keys.
fn for_each_unsorted_run<T>(
    items: &mut [T],
    key: &impl Fn(&T) -> u64,
    rest: u32,
    mut visit: impl FnMut(&mut [T], usize),
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
        visit(&mut items[start..end], start);
    }
}

/// Sorts a few items: inserts each among those before it.
fn insert_each<T: Copy>(items: &mut [T], key: &impl Fn(&T) -> u64) {
    for index in 1..items.len() {
        let place = items[..index].partition_point(|item| key(item) <= key(&items[index]));
        items[place..=index].rotate_right(1);
    }
}
