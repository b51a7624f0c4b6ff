//! A sort of items whose keys lie far apart in their range, as those of pairs do: the upper bits
//! tell nearly all of them apart.

use super::radix::{differing, sort_with, whole_digits};

/// Of `n` items, log₂ `n` bits and these more are sorted by digits. If keys are spread evenly, few
/// items then agree with another one in these bits.
const SPARE_BITS: u32 = 4;

/// Sorts items by ascending key; those with equal keys are in any order. `scratch` has the same
/// length, and its contents are meaningless before and afterwards.
pub(super) fn sort_sparse<T: Copy>(items: &mut [T], scratch: &mut [T], key: impl Fn(&T) -> u64) {
    let differing = differing(items, &key);
    let bits = u64::BITS - differing.leading_zeros();
    let wanted = items.len().max(1).ilog2() + SPARE_BITS;
    let rest = bits.saturating_sub(whole_digits(items.len(), wanted));
    sort_with(items, scratch, differing >> rest, &|item| key(item) >> rest);
    if rest > 0 {
        sort_runs(items, key, rest);
    }
}

/// Sorts the items that agree in all but the `rest` lowest bits of their keys, which are next to
/// each other.
fn sort_runs<T>(items: &mut [T], key: impl Fn(&T) -> u64, rest: u32) {
    let upper = |item: &T| key(item) >> rest;
    let mut start = 0;
    for end in 1..=items.len() {
        if end == items.len() || upper(&items[end]) != upper(&items[start]) {
            if end - start > 1 {
                items[start..end].sort_unstable_by_key(&key);
            }
            start = end;
        }
    }
}
