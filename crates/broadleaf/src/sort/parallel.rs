//! A sort on the threads of rayon's current pool.

use alloc::vec::Vec;
use core::cmp::Reverse;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};

use super::buckets::{BucketMemory, Buckets};
use super::deal::{Dealer, PIECE, Starts};

/// Sorts items by ascending key; equal keys keep their order. `scratch` lends its memory.
pub(crate) fn par_sort<T: Copy + Send + Sync>(
    items: &mut [T],
    scratch: &mut Vec<T>,
    key: impl Fn(&T) -> u32 + Sync,
) {
    let Some(&filler) = items.first() else {
        return;
    };
    let pieces = items.par_chunks(PIECE).with_max_len(1);
    let greatest = pieces.map(|piece| piece.iter().map(&key).max()).max();
    let bits = u32::BITS - greatest.flatten().unwrap_or(0).leading_zeros();
    let dealer = Dealer::new(items.len(), bits);
    scratch.resize(items.len(), filler);
    let pieces = items.par_chunks(PIECE).with_max_len(1);
    let pieces = pieces.zip(scratch.par_chunks_mut(PIECE));
    let starts: Vec<Starts> = pieces
        .map(|(piece, to)| dealer.deal(piece, to, &key))
        .collect();
    let buckets = Buckets {
        dealer,
        items: scratch,
        starts: &starts,
    };
    let mut rest = items;
    let mut shares: Vec<_> = buckets
        .shares()
        .into_iter()
        .map(|share| (rest.split_off_mut(..share.len).unwrap_or_default(), share))
        .collect();
    // The longest first, so that no thread waits long for the last.
    shares.sort_unstable_by_key(|(_, share)| Reverse(share.len));
    let shares = shares.into_par_iter().with_max_len(1);
    shares.for_each(|(mut target, share)| {
        let mut memory = BucketMemory::default();
        for bucket in share.buckets {
            let sorted = buckets.sort(bucket, &mut memory, &key);
            if let Some(target) = target.split_off_mut(..sorted.len()) {
                target.copy_from_slice(sorted);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 7_u64;
        for (len, bits) in [
            (0, 32),
            (1, 32),
            (9_000, 0),
            (40_000, 32),
            (100_000, 22),
            (50_000, 3),
        ] {
            for crowded in [false, true] {
                let items: Vec<(u32, usize)> = (0..len)
                    .map(|number| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        let key = (state >> 32).checked_shr(32 - bits).unwrap_or(0) as u32;
                        (
                            if crowded && number % 5 > 0 {
                                key >> 9
                            } else {
                                key
                            },
                            number,
                        )
                    })
                    .collect();
                let (mut sorted, mut expected) = (items.clone(), items);
                expected.sort();
                par_sort(&mut sorted, &mut Vec::new(), |item| item.0);
                assert!(sorted == expected, "{len} keys of {bits} bits");
            }
        }
    }
}
