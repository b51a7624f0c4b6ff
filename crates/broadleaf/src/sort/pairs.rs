//! Sorting pairs of ids, and their keys.

use alloc::vec::Vec;

use super::radix::{copy_parts, differing};
use super::sparse::{sort_sparse, sort_sparse_parts};
use crate::store::Id;

/// Below this length, counting digits costs more than a comparison sort.
const MIN_RADIX_LEN: usize = 512;

/// Sorts pairs of ids lexicographically, as [`pairs`](crate::pair_finder::PairQuery::pairs) does:
/// for pairs that a visitor collected.
///
/// Costs O(n), and as much memory again as the pairs take if there are more than a few hundred.
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
pub fn sort_pairs(pairs: &mut [[Id; 2]]) {
    if pairs.len() < MIN_RADIX_LEN {
        // Without an allocation.
        return pairs.sort_unstable_by_key(|pair| as_number(pair, u32::BITS));
    }
    let mut scratch = pairs.to_vec();
    sort_pairs_with(pairs, &mut scratch);
}

/// A pair as one number, in the same order if the second id has at most `bits` bits. Numbers take
/// less code to sort than pairs.
fn as_number([a, b]: &[Id; 2], bits: u32) -> u64 {
    u64::from(a.0) << bits | u64::from(b.0)
}

/// [`sort_pairs`] by numbers of as few bits as the ids need. `scratch` has the same length, and its
/// contents are meaningless.
fn sort_pairs_with(pairs: &mut [[Id; 2]], scratch: &mut [[Id; 2]]) {
    if pairs.len() < MIN_RADIX_LEN {
        return pairs.sort_unstable_by_key(|pair| as_number(pair, u32::BITS));
    }
    let bits = bits_of_seconds(pairs.iter());
    let key = |pair: &_| as_number(pair, bits);
    sort_sparse(pairs, scratch, differing(pairs.iter(), key), key);
}

/// [`sort_pairs_with`] of the pairs of `parts` into `to`.
#[cfg(feature = "rayon")]
pub(crate) fn sort_pairs_of<'a>(
    parts: impl Iterator<Item = &'a [[Id; 2]]> + Clone,
    to: &mut [[Id; 2]],
    scratch: &mut [[Id; 2]],
) {
    if to.len() < MIN_RADIX_LEN {
        return sort_few(parts, to, |pair| as_number(pair, u32::BITS));
    }
    let bits = bits_of_seconds(parts.clone().flatten());
    let key = |pair: &_| as_number(pair, bits);
    let differing = differing(parts.clone().flatten(), key);
    sort_sparse_parts(parts, to, scratch, differing, key);
}

/// The number of bits of the second ids of pairs.
fn bits_of_seconds<'a>(pairs: impl Iterator<Item = &'a [Id; 2]>) -> u32 {
    let bits = pairs.fold(0, |bits, [_, b]| bits | b.0);
    u32::BITS - bits.leading_zeros()
}

/// Sorts pairs of ids lexicographically in the spare memory of their vector: a vector that is used
/// again and again has enough of it.
pub(crate) fn sort_pairs_in_place(pairs: &mut Vec<[Id; 2]>) {
    let len = pairs.len();
    pairs.extend_from_within(..);
    let (items, scratch) = pairs.split_at_mut(len);
    sort_pairs_with(items, scratch);
    pairs.truncate(len);
}

/// Puts the keys of pairs in `parts` into `to`, sorted. Keys differ in their lowest `bits` bits.
/// `scratch` has the same length, and its contents are meaningless.
pub(crate) fn sort_keys_of<'a>(
    parts: impl Iterator<Item = &'a [u64]> + Clone,
    to: &mut [u64],
    scratch: &mut [u64],
    bits: u32,
) {
    if to.len() < MIN_RADIX_LEN {
        return sort_few(parts, to, |&key| key);
    }
    sort_sparse_parts(parts, to, scratch, lowest_bits(bits), |&key| key);
}

fn lowest_bits(bits: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
}

/// Puts the few items of `parts` into `to`, sorted.
fn sort_few<'a, T: Copy + 'a>(
    parts: impl Iterator<Item = &'a [T]>,
    to: &mut [T],
    key: impl Fn(&T) -> u64,
) {
    copy_parts(parts, to);
    to.sort_unstable_by_key(key);
}

#[cfg(test)]
#[path = "tests/pairs.rs"]
mod tests;
