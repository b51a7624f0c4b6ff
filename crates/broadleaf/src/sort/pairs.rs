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
mod tests {
    use super::*;
    #[cfg(feature = "std")]
    use crate::work::counted;

    /// Pairs of ids in `mask`, the same in every run.
    fn pairs_in(len: usize, mask: [u32; 2]) -> Vec<[Id; 2]> {
        let mut state = 7_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        };
        (0..len)
            .map(|_| mask.map(|mask| Id(random() & mask)))
            .collect()
    }

    #[test]
    fn agrees_with_the_standard_sort() {
        let lens = [
            0,
            1,
            2,
            MIN_RADIX_LEN - 1,
            MIN_RADIX_LEN,
            5_000,
            1 << 19,
            (1 << 19) + 1,
        ];
        let masks = [
            [!0, !0],
            [0, 0],
            [1, 1],
            [3, !0],
            [!0, 3],
            [0x1_ffff, 0x1_ffff],
            [0x10_1000, 0x10_1000],
            [0x8000_0000, 7],
        ];
        for (len, mask) in lens
            .into_iter()
            .flat_map(|len| masks.map(|mask| (len, mask)))
        {
            let mut pairs = pairs_in(len, mask);
            let mut expected = pairs.clone();
            expected.sort_unstable();
            let mut in_place = pairs.clone();
            sort_pairs_in_place(&mut in_place);
            assert_eq!(in_place, expected, "{len} pairs in {mask:?}");
            let key = |[a, b]: &[Id; 2]| u64::from(a.0) << 32 | u64::from(b.0);
            let keys: Vec<_> = pairs.iter().map(key).collect();
            let parts = keys.split_at(len / 3);
            let parts = [parts.0, &[], parts.1].into_iter();
            let mut to = alloc::vec![7; len];
            sort_keys_of(parts, &mut to, &mut keys.clone(), u64::BITS);
            assert!(to.iter().copied().eq(expected.iter().map(key)));
            sort_pairs(&mut pairs);
            assert_eq!(pairs, expected);
        }
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn parts_are_sorted_into_one_list() {
        for len in [0, 1, MIN_RADIX_LEN - 1, MIN_RADIX_LEN, 5_000, 1 << 19] {
            for mask in [[!0, !0], [0, 0], [0xff, 0xffff], [0x1_ffff, 0x1_ffff]] {
                let pairs = pairs_in(len, mask);
                let mut expected = pairs.clone();
                expected.sort_unstable();
                let (first, others) = pairs.split_at(len / 3);
                let mut to = alloc::vec![[Id(7); 2]; len];
                let parts = [first, &[], others].into_iter();
                sort_pairs_of(parts, &mut to, &mut pairs.clone());
                assert!(to == expected, "{len} pairs in {mask:?}");
            }
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn keys_that_lie_far_apart_take_two_passes() {
        let pairs = pairs_in(10_000, [0x1_ffff; 2]);
        let keys: Vec<_> = pairs.iter().map(|pair| as_number(pair, 17)).collect();
        let (mut to, mut scratch) = (keys.clone(), keys.clone());
        let (first, others) = keys.split_at(4_000);
        let parts = [first, others].into_iter();
        let looks = counted(|| sort_keys_of(parts, &mut to, &mut scratch, 34)).0;
        assert_eq!(looks, 2 * 10_000);
    }

    #[test]
    fn keys_that_crowd_in_few_upper_bits_are_sorted() {
        // All but one agree in the bits that are sorted by digits.
        let keys: Vec<u64> = (0..3_000).rev().chain([1 << 60]).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        let (mut to, mut scratch) = (keys.clone(), keys.clone());
        sort_keys_of([&keys[..]].into_iter(), &mut to, &mut scratch, u64::BITS);
        assert_eq!(to, expected);
    }
}
