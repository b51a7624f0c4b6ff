//! Sorting items that threads found in several lists.

use alloc::vec::Vec;
use core::mem;

use crate::executor::{Executor, Parallel};
use crate::sort::radix_sort;

/// The number of leading bits of a key that choose the bucket of an item.
const BITS: u32 = 5;

/// Divides items into 32 buckets by their keys. The buckets are sorted independently.
///
/// One parallel radix sort of all items costs more: of the pairs of 60,000 boxes in 3D, 4 per box,
/// 1,120 instead of 660 ns of processor time per box, of half a pair per box the same.
#[derive(Clone, Copy)]
struct Buckets<K> {
    shift: u32,
    key: K,
}

/// Replaces `all` by the items of all lists, in the order of `sort`, on the threads of rayon's
/// current pool. `key` must ascend in that order and be at most `greatest`; `filler` is any item.
/// The order of the lists is lost.
pub(crate) fn par_sort_lists_into<T: Copy + Send + Sync>(
    lists: &mut [Vec<T>],
    all: &mut Vec<T>,
    filler: T,
    greatest: u64,
    key: impl Fn(&T) -> u64 + Copy + Sync,
    sort: impl Fn(&mut [T]) + Sync,
) {
    let shift = (u64::BITS - greatest.leading_zeros()).saturating_sub(BITS);
    let buckets = Buckets { shift, key };
    Parallel.for_each_mut(lists, |_, list| buckets.sort_list(list));
    all.resize(lists.iter().map(Vec::len).sum(), filler);
    buckets.merge(lists, all, sort);
}

impl<K> Buckets<K> {
    /// Sorts a list by bucket.
    fn sort_list<T: Copy>(&self, list: &mut [T])
    where
        K: Fn(&T) -> u64,
    {
        radix_sort(list, &mut Vec::new(), |item| (self.key)(item) >> self.shift);
    }

    /// Fills `all` with the items of lists that are sorted by bucket, and sorts each bucket.
    fn merge<T: Copy + Send + Sync>(
        &self,
        lists: &[Vec<T>],
        all: &mut [T],
        sort: impl Fn(&mut [T]) + Sync,
    ) where
        K: Fn(&T) -> u64 + Sync,
    {
        let mut rest = all;
        let mut slices = Vec::new();
        for bucket in 0..1 << BITS {
            let of_bucket = lists.iter().map(|list| self.slice(list, bucket));
            let len = of_bucket.map(<[_]>::len).sum();
            let (slice, others) = mem::take(&mut rest).split_at_mut(len);
            slices.push((bucket, slice));
            rest = others;
        }
        Parallel.for_each_mut(&mut slices, |_, (bucket, slice)| {
            let mut rest = &mut slice[..];
            for part in lists.iter().map(|list| self.slice(list, *bucket)) {
                let (target, others) = mem::take(&mut rest).split_at_mut(part.len());
                target.copy_from_slice(part);
                rest = others;
            }
            sort(slice);
        });
    }

    /// The items of a bucket in a list that is sorted by bucket.
    fn slice<'a, T>(&self, list: &'a [T], bucket: u64) -> &'a [T]
    where
        K: Fn(&T) -> u64,
    {
        let bucket_of = |item: &T| (self.key)(item) >> self.shift;
        let start = list.partition_point(|item| bucket_of(item) < bucket);
        let len = list[start..].partition_point(|item| bucket_of(item) == bucket);
        &list[start..start + len]
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 3_u64;
        for bits in [0, 1, 4, 5, 9, 33, 64] {
            let mut number = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                state.checked_shr(64 - bits).unwrap_or(0)
            };
            let mut lists: Vec<Vec<_>> = [0, 700, 1, 3_000]
                .map(|len| (0..len).map(|_| number()).collect())
                .to_vec();
            let mut expected = lists.concat();
            expected.sort_unstable();
            let mut all = vec![7; 9];
            let greatest = expected.last().copied().unwrap_or(0);
            par_sort_lists_into(
                &mut lists,
                &mut all,
                0,
                greatest,
                |&key| key,
                |keys| {
                    keys.sort_unstable();
                },
            );
            assert!(all == expected, "{bits} bits");
        }
    }
}
