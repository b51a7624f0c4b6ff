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
        sort_neighbours(items, &key);
        sort_runs(items, key, rest);
    }
}

/// Exchanges neighbours that are in the wrong order, without a branch: that sorts nearly all runs.
fn sort_neighbours<T: Copy>(items: &mut [T], key: &impl Fn(&T) -> u64) {
    let Some(mut greatest) = items.first().copied() else {
        return;
    };
    for index in 1..items.len() {
        let item = items[index];
        let is_less = key(&item) < key(&greatest);
        items[index - 1] = if is_less { item } else { greatest };
        greatest = if is_less { greatest } else { item };
    }
    if let Some(last) = items.last_mut() {
        *last = greatest;
    }
}

/// Sorts the runs that are not sorted yet: the items next to each other that agree in all but the
/// `rest` lowest bits of their keys.
fn sort_runs<T>(items: &mut [T], key: impl Fn(&T) -> u64, rest: u32) {
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
        items[start..end].sort_unstable_by_key(&key);
    }
}
