//! Sorting items that threads found.

use alloc::vec::Vec;
use core::array;

use crate::executor::{Executor, Parallel};
use crate::sort::prefetch_target;
use crate::store::Spares;

/// The number of leading bits of a key that choose the bucket of an item.
const BITS: u32 = 5;
/// The number of buckets, which are sorted independently.
const BUCKETS: usize = 1 << BITS;

/// Chooses the buckets of keys.
#[derive(Clone, Copy)]
pub(crate) struct Dealer {
    shift: u32,
}

impl Dealer {
    /// For keys of at most `greatest`.
    pub(crate) fn new(greatest: u64) -> Self {
        Self {
            shift: (u64::BITS - greatest.leading_zeros()).saturating_sub(BITS),
        }
    }

    /// The number of lower bits, in which the keys of a bucket may differ.
    pub(crate) fn rest(self) -> u32 {
        self.shift
    }

    #[expect(clippy::cast_possible_truncation, reason = "5 bits")]
    fn bucket(self, key: u64) -> usize {
        (key >> self.shift) as usize % BUCKETS
    }
}

/// Items that were found in one piece of work, dealt out to buckets by the leading bits of their
/// keys as they are found: then they are in the nearest cache.
#[derive(Clone, Debug)]
pub(crate) struct Dealt<T>([Vec<T>; BUCKETS]);

impl<T> Default for Dealt<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Vec::new()))
    }
}

impl<T> Dealt<T> {
    /// Removes all items. Loads the memory in which they were, for those that come next.
    pub(crate) fn clear(&mut self) {
        for list in &mut self.0 {
            prefetch_target(list);
            list.clear();
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, dealer: Dealer, key: u64, item: T) {
        self.0[dealer.bucket(key)].push(item);
    }

    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

/// Replaces `all` by the items of all pieces, in the order of `sort`, on the threads of rayon's
/// current pool. The key by which items were dealt must ascend in that order; `filler` is any item.
/// `sort` gets as many items of memory as it is to sort, which `scratch` lends.
///
/// One parallel radix sort of all items costs more: of the pairs of 60,000 boxes in 3D, 4 per box,
/// 1,120 instead of 660 ns of processor time per box, of half a pair per box the same.
pub(crate) fn par_sort_dealt_into<T: Copy + Send + Sync>(
    pieces: &[Dealt<T>],
    all: &mut Vec<T>,
    scratch: &Spares<Vec<T>>,
    filler: T,
    sort: impl Fn(&mut [T], &mut [T]) + Sync,
) {
    let len = pieces.iter().map(Dealt::len).sum();
    all.resize(len, filler);
    let mut rest = &mut all[..];
    let mut buckets: [_; BUCKETS] = array::from_fn(|bucket| {
        let len = pieces.iter().map(|piece| piece.0[bucket].len()).sum();
        rest.split_off_mut(..len).unwrap_or_default()
    });
    Parallel.for_each_mut(&mut buckets, |bucket, items| {
        let mut start = 0;
        for part in pieces.iter().map(|piece| &piece.0[bucket]) {
            items[start..start + part.len()].copy_from_slice(part);
            start += part.len();
        }
        scratch.lend(Vec::new, |scratch| {
            scratch.resize(items.len(), filler);
            sort(items, scratch);
        });
    });
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 3_u64;
        let mut pieces: [Dealt<_>; 4] = Default::default();
        for bits in [0, 1, 4, 5, 9, 33, 64] {
            let mut number = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                state.checked_shr(64 - bits).unwrap_or(0)
            };
            let lists: Vec<Vec<_>> = [0, 700, 1, 3_000]
                .map(|len| (0..len).map(|_| number()).collect())
                .to_vec();
            let mut expected = lists.concat();
            expected.sort_unstable();
            let dealer = Dealer::new(expected.last().copied().unwrap_or(0));
            for (piece, list) in pieces.iter_mut().zip(&lists) {
                piece.clear();
                list.iter().for_each(|&key| piece.push(dealer, key, key));
            }
            let mut all = vec![7; 9];
            par_sort_dealt_into(&pieces, &mut all, &Spares::default(), 0, |keys, scratch| {
                assert_eq!(keys.len(), scratch.len());
                keys.sort_unstable();
            });
            assert!(all == expected, "{bits} bits");
        }
    }
}
