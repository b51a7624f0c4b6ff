//! Sorting pairs of ids.

use alloc::vec::Vec;

use super::shared::sort_in_place;
#[cfg(feature = "rayon")]
use super::shared::sort_lists;
use super::sparse::Sparse;
use super::tuning::MIN_RADIX_LEN;
#[cfg(feature = "rayon")]
use crate::executor::Executor;
use crate::executor::Sequential;
use crate::store::Id;

/// Sorts pairs of ids lexicographically, as [`pairs`](crate::pair_finder::PairQuery::pairs) does.
/// Use it for pairs that a visitor collects.
///
/// Costs O(n). More than a few hundred pairs need scratch memory for a copy of them.
///
/// ```
/// use broadleaf::{Aabb, Id, PairFinder, pair_finder::sort_pairs};
/// let boxes = [Aabb::new([2], [3]), Aabb::new([0], [3]), Aabb::new([0], [1])];
/// let mut pairs = vec![];
/// PairFinder::new().within(&boxes)?.for_each_pair(|a, b| pairs.push([a, b]));
/// sort_pairs(&mut pairs);
/// assert_eq!(pairs, [[Id(0), Id(1)], [Id(1), Id(2)]]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[inline(never)]
pub fn sort_pairs(pairs: &mut [[Id; 2]]) {
    if pairs.len() < MIN_RADIX_LEN {
        // No allocation for few pairs.
        return pairs.sort_unstable_by_key(&number_of(u32::BITS));
    }
    let mut scratch = pairs.to_vec();
    sort_pairs_with(pairs, &mut scratch);
}

/// Sorts pairs of ids lexicographically. The scratch memory is the unused capacity of the vector,
/// which suffices if the vector is reused.
#[inline(never)]
pub(crate) fn sort_pairs_in_place(pairs: &mut Vec<[Id; 2]>) {
    // Pairs of few boxes are found in order.
    if pairs.is_sorted() {
        return;
    }
    let len = pairs.len();
    pairs.extend_from_within(..);
    let (items, scratch) = pairs.split_at_mut(len);
    sort_pairs_with(items, scratch);
    pairs.truncate(len);
}

/// [`sort_pairs`] by keys with as few bits as the ids need. `scratch` has the same length; its
/// contents do not matter.
fn sort_pairs_with(pairs: &mut [[Id; 2]], scratch: &mut [[Id; 2]]) {
    let bits = bits_of_seconds(pairs);
    sort_in_place(Sequential, pairs, scratch, Sparse, &number_of(bits));
}

/// Replaces `pairs` by the pairs of all lists, sorted.
#[cfg(feature = "rayon")]
pub(crate) fn sort_pairs_of(
    executor: impl Executor,
    lists: &[Vec<[Id; 2]>],
    pairs: &mut Vec<[Id; 2]>,
) {
    let bits = executor.map(lists.len(), |list| bits_of_seconds(&lists[list]));
    let bits = bits.into_iter().max().unwrap_or_default();
    let (key, filler) = (number_of(bits), [Id(0); 2]);
    sort_lists(executor, lists, pairs, &mut Vec::new(), filler, key);
}

/// A pair as one number, in the same order if the second id has at most `bits` bits. Sorting
/// numbers takes less code than sorting pairs, and sorts that share a function are compiled once.
fn number_of(bits: u32) -> impl Fn(&[Id; 2]) -> u64 {
    move |[a, b]| u64::from(a.0) << bits | u64::from(b.0)
}

/// How many bits the second ids of the pairs need.
fn bits_of_seconds(pairs: &[[Id; 2]]) -> u32 {
    let bits = pairs.iter().fold(0, |bits, [_, b]| bits | b.0);
    u32::BITS - bits.leading_zeros()
}

#[cfg(test)]
#[path = "tests/pairs.rs"]
mod tests;
