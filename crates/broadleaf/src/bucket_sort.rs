//! A sort that threads share: pieces are put into the order of buckets, then each bucket is sorted.

use alloc::vec::Vec;

use crate::executor::Executor;
use crate::sort::{
    BucketMemory, Buckets, Dealer, PIECE, Starts, piece_len, prefetch_target, radix_sort,
};
use crate::store::{ScratchPool, to_u32};

/// From this number of items on, threads share the sort. Fewer are sorted faster by one thread.
const MIN_SHARED: usize = 1 << 14;

/// Sorts items by ascending key; equal keys keep their order. `scratch` lends its memory.
pub(crate) fn bucket_sort<T: Copy + Send + Sync>(
    executor: impl Executor,
    items: &mut [T],
    scratch: &mut Vec<T>,
    key: impl Fn(&T) -> u32 + Sync,
) {
    let len = items.len();
    if !is_shared(executor, len) {
        return sort_alone(items, scratch, key);
    }
    let pieces: Vec<_> = items.chunks(piece_len(len, PIECE)).collect();
    let greatest = executor.map(pieces.len(), |number| pieces[number].iter().map(&key).max());
    let greatest = greatest.into_iter().max().flatten().unwrap_or(0);
    let dealer = Dealer::new(len, u32::BITS - greatest.leading_zeros());
    scratch.resize(len, items[0]);
    let starts = deal_all(executor, dealer, items, scratch, &key);
    let buckets = Buckets {
        dealer,
        len,
        pieces: scratch.chunks(dealer.piece).zip(&starts),
    };
    sort_buckets(executor, &buckets, items, key, |item| *item);
}

/// Writes a value for each number below the length of `sorted`, by ascending key; the values of
/// equal keys keep their order. `make` gets the first of some numbers and writes their keys,
/// `value` gets a key and its number.
///
/// For many numbers and several threads: see [`is_shared`].
pub(crate) fn sort_numbers<V: Send>(
    executor: impl Executor,
    sorted: &mut [V],
    dealer: Dealer,
    make: impl Fn(usize, &mut [u32]) + Sync,
    value: impl Fn(u32, u32) -> V + Sync,
) {
    let len = sorted.len();
    let pieces = executor.map(len.div_ceil(dealer.piece), |number| {
        let first = number * dealer.piece;
        let (mut keys, mut dealt) = ([0; PIECE], [[0; 2]; PIECE]);
        let keys = &mut keys[..dealer.piece.min(len - first)];
        let dealt = &mut dealt[..keys.len()];
        make(first, keys);
        let starts = dealer.deal(keys, dealt, |at, key| [key, to_u32(first + at)]);
        (dealt.to_vec(), starts)
    });
    let pieces = pieces.iter().map(|(items, starts)| (&items[..], starts));
    let buckets = Buckets {
        dealer,
        len,
        pieces,
    };
    let value = |&[key, number]: &[u32; 2]| value(key, number);
    sort_buckets(executor, &buckets, sorted, |item| item[0], value);
}

/// Whether several threads sort a number of items.
pub(crate) fn is_shared<E: Executor>(_: E, len: usize) -> bool {
    E::IS_PARALLEL && len >= MIN_SHARED
}

/// Sorts items by ascending key on one thread; equal keys keep their order. `scratch` lends its
/// memory.
///
/// Compiled once for each kind of key, if the key is not a closure.
pub(crate) fn sort_alone<T: Copy>(items: &mut [T], scratch: &mut Vec<T>, key: impl Fn(&T) -> u32) {
    radix_sort(items, scratch, |item| key(item).into());
}

/// Writes the items to `to`, each piece in the order of buckets. Returns where these begin.
fn deal_all<T: Copy + Send + Sync>(
    executor: impl Executor,
    dealer: Dealer,
    items: &[T],
    to: &mut [T],
    key: impl Fn(&T) -> u32 + Sync,
) -> Vec<Starts> {
    let pieces = items.chunks(dealer.piece).zip(to.chunks_mut(dealer.piece));
    let mut pieces: Vec<_> = pieces
        .map(|(items, to)| (items, to, Starts::default()))
        .collect();
    executor.for_each_mut(&mut pieces, |_, (items, to, starts)| {
        prefetch_target(to);
        let mut keys = [0; PIECE];
        let keys = &mut keys[..items.len()];
        for (slot, item) in keys.iter_mut().zip(*items) {
            *slot = key(item);
        }
        *starts = dealer.deal(keys, to, |number, _| items[number]);
    });
    pieces.into_iter().map(|(.., starts)| starts).collect()
}

/// Writes the values of the items of all buckets to `sorted`, which has their number.
fn sort_buckets<'a, T: Copy + Send + Sync + 'a, V: Send>(
    executor: impl Executor,
    buckets: &Buckets<impl Iterator<Item = (&'a [T], &'a Starts)> + Clone + Sync>,
    sorted: &mut [V],
    key: impl Fn(&T) -> u32 + Sync,
    value: impl Fn(&T) -> V + Sync,
) {
    let mut rest = sorted;
    let mut shares: Vec<_> = buckets
        .shares()
        .into_iter()
        .map(|share| (rest.split_off_mut(..share.len).unwrap_or_default(), share))
        .collect();
    let spares = ScratchPool::default();
    executor.for_each_mut(&mut shares, |_, (sorted, share)| {
        let mut rest = &mut **sorted;
        spares.lend(BucketMemory::default, |memory| {
            for bucket in share.buckets.clone() {
                let items = buckets.sort(bucket, memory, &key);
                let sorted = rest.split_off_mut(..items.len()).unwrap_or_default();
                for (sorted, item) in sorted.iter_mut().zip(items) {
                    *sorted = value(item);
                }
            }
        });
    });
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::executor::Parallel;

    /// Keys of at most `bits` bits with their numbers, the same in every run. If they are crowded,
    /// most have fewer bits.
    fn items(len: usize, bits: u32, are_crowded: bool) -> Vec<(u32, usize)> {
        let mut state = 7_u64;
        let mut key = |number| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let key = (state >> 32).checked_shr(32 - bits).unwrap_or(0) as u32;
            if are_crowded && number % 5 > 0 {
                key >> 9
            } else {
                key
            }
        };
        (0..len).map(|number| (key(number), number)).collect()
    }

    #[test]
    fn agrees_with_the_standard_sort() {
        for (len, bits) in [
            (0, 32),
            (1, 32),
            (9_000, 0),
            (40_001, 32),
            (100_000, 22),
            (50_003, 3),
        ] {
            for are_crowded in [false, true] {
                let items = items(len, bits, are_crowded);
                let (mut sorted, mut expected) = (items.clone(), items);
                expected.sort();
                bucket_sort(Parallel, &mut sorted, &mut Vec::new(), |item| item.0);
                assert!(sorted == expected, "{len} keys of {bits} bits");
            }
        }
    }

    #[test]
    fn evenly_spread_keys_are_shared_evenly() {
        for (len, bits) in [(40_000, 30), (100_000, 30), (400_000, 20)] {
            let items = items(len, bits, false);
            let dealer = Dealer::new(len, bits);
            let mut dealt = items.clone();
            let starts = deal_all(Parallel, dealer, &items, &mut dealt, |item| item.0);
            let buckets = Buckets {
                dealer,
                len,
                pieces: dealt.chunks(dealer.piece).zip(&starts),
            };
            let lens: Vec<_> = buckets.shares().iter().map(|share| share.len).collect();
            let longest = lens.iter().max();
            assert!(longest < Some(&(len / 10)), "{longest:?} of {len}");
            let half: usize = lens[..lens.len() / 2].iter().sum();
            assert!(half.abs_diff(len / 2) < len / 20, "{half} of {len}");
        }
    }

    #[test]
    fn keys_of_more_bits_than_expected_are_in_the_last_bucket() {
        for len in [9_000, 40_003, 100_000] {
            for bits in [1, 8, 23, 32] {
                let items = items(len, 32, true);
                let mut expected = items.clone();
                expected.sort();
                let mut sorted = vec![(0, 0); len];
                let make = |first: usize, keys: &mut [_]| {
                    for (key, item) in keys.iter_mut().zip(&items[first..]) {
                        *key = item.0;
                    }
                };
                let value = |key, number| (key, number as usize);
                sort_numbers(Parallel, &mut sorted, Dealer::new(len, bits), make, value);
                assert!(sorted == expected, "{len} keys, {bits} bits expected");
            }
        }
    }
}
