//! Sorting items that threads found in several lists.

use alloc::vec::Vec;

use crate::executor::{Executor, Parallel};

/// The number of leading bits of a key that choose the bucket of an item.
const BITS: u32 = 5;
/// The number of buckets, which are sorted independently.
const BUCKETS: usize = 1 << BITS;

/// Memory for sorting lists.
#[derive(Clone, Debug)]
pub(crate) struct ListMemory<T> {
    dealt: Vec<Dealt<T>>,
    scratch: Vec<T>,
}

impl<T> Default for ListMemory<T> {
    fn default() -> Self {
        Self {
            dealt: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

/// Replaces `all` by the items of all lists, in the order of `sort`, on the threads of rayon's
/// current pool. `key` must ascend in that order and be at most `greatest`; `filler` is any item.
/// `sort` gets as many items of memory as it is to sort.
///
/// One parallel radix sort of all items costs more: of the pairs of 60,000 boxes in 3D, 4 per box,
/// 1,120 instead of 660 ns of processor time per box, of half a pair per box the same.
pub(crate) fn par_sort_lists_into<T: Copy + Send + Sync>(
    lists: &[Vec<T>],
    all: &mut Vec<T>,
    memory: &mut ListMemory<T>,
    filler: T,
    greatest: u64,
    key: impl Fn(&T) -> u64 + Sync,
    sort: impl Fn(&mut [T], &mut [T]) + Sync,
) {
    let ListMemory { dealt, scratch } = memory;
    let shift = (u64::BITS - greatest.leading_zeros()).saturating_sub(BITS);
    #[expect(clippy::cast_possible_truncation, reason = "5 bits")]
    let bucket_of = |item: &T| (key(item) >> shift) as usize;
    dealt.resize_with(lists.len(), Dealt::default);
    Parallel.for_each_mut(dealt, |number, dealt| {
        dealt.replace(&lists[number], filler, bucket_of);
    });
    let len = lists.iter().map(Vec::len).sum();
    all.resize(len, filler);
    scratch.resize(len, filler);
    let mut buckets = Vec::with_capacity(BUCKETS);
    let (mut all, mut scratch) = (&mut all[..], &mut scratch[..]);
    for bucket in 0..BUCKETS {
        let len = dealt.iter().map(|dealt| dealt.bucket(bucket).len()).sum();
        let parts = [&mut all, &mut scratch].map(|rest| rest.split_off_mut(..len));
        buckets.push(parts.map(Option::unwrap_or_default));
    }
    Parallel.for_each_mut(&mut buckets, |bucket, [items, scratch]| {
        let mut start = 0;
        for part in dealt.iter().map(|dealt| dealt.bucket(bucket)) {
            items[start..start + part.len()].copy_from_slice(part);
            start += part.len();
        }
        sort(items, scratch);
    });
}

/// The items of a list, dealt out to buckets.
#[derive(Clone, Debug)]
struct Dealt<T> {
    items: Vec<T>,
    /// By bucket, where it begins, and the number of all items.
    starts: [usize; BUCKETS + 1],
}

impl<T> Default for Dealt<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            starts: [0; BUCKETS + 1],
        }
    }
}

impl<T: Copy> Dealt<T> {
    fn replace(&mut self, list: &[T], filler: T, bucket: impl Fn(&T) -> usize) {
        let mut next = [0; BUCKETS + 1];
        for item in list {
            next[bucket(item) + 1] += 1;
        }
        for bucket in 0..BUCKETS {
            next[bucket + 1] += next[bucket];
        }
        self.starts = next;
        // What it held before is overwritten.
        self.items.resize(list.len(), filler);
        for item in list {
            let place = &mut next[bucket(item)];
            self.items[*place] = *item;
            *place += 1;
        }
    }

    fn bucket(&self, bucket: usize) -> &[T] {
        &self.items[self.starts[bucket]..self.starts[bucket + 1]]
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 3_u64;
        let mut memory = ListMemory::default();
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
            let mut all = vec![7; 9];
            let greatest = expected.last().copied().unwrap_or(0);
            par_sort_lists_into(
                &lists,
                &mut all,
                &mut memory,
                0,
                greatest,
                |&key| key,
                |keys, scratch| {
                    assert_eq!(keys.len(), scratch.len());
                    keys.sort_unstable();
                },
            );
            assert!(all == expected, "{bits} bits");
        }
    }
}
