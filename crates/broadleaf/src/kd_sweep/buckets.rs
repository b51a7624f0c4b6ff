//! Sorting pairs that were found in several parts.

use alloc::vec::Vec;
use core::mem;

use crate::executor::Executor;
use crate::sort::{radix_sort, sort_pairs};
use crate::store::Id;

/// The number of leading bits of the first id that choose the bucket of a pair.
const BITS: u32 = 5;

/// Divides pairs into 32 buckets by their first ids. The buckets are sorted independently.
///
/// One parallel radix sort of all pairs costs more: with 60,000 boxes in 3D and 4 pairs per box
/// 1,120 instead of 660 ns of processor time per box, with half a pair per box the same.
#[derive(Clone, Copy)]
pub(super) struct Buckets {
    shift: u32,
}

impl Buckets {
    pub(super) fn for_ids_up_to(max: Id) -> Self {
        Self {
            shift: (u32::BITS - max.0.leading_zeros()).saturating_sub(BITS),
        }
    }

    /// The bucket of a pair.
    fn of(self, [first, _]: &[Id; 2]) -> u64 {
        u64::from(first.0 >> self.shift)
    }

    /// Sorts a part by bucket.
    pub(super) fn sort_part(self, pairs: &mut [[Id; 2]]) {
        radix_sort(pairs, &mut Vec::new(), |pair| self.of(pair));
    }

    /// Replaces `pairs` by the pairs of all parts, sorted. Every part must be sorted by bucket.
    pub(super) fn merge_into(
        self,
        executor: impl Executor,
        parts: &[Vec<[Id; 2]>],
        pairs: &mut Vec<[Id; 2]>,
    ) {
        pairs.clear();
        pairs.resize(parts.iter().map(Vec::len).sum(), [Id(0); 2]);
        let mut rest = &mut pairs[..];
        let mut slices = Vec::new();
        for bucket in 0..1 << BITS {
            let of_bucket = parts.iter().map(|part| self.slice(part, bucket));
            let len = of_bucket.map(<[_]>::len).sum();
            let (slice, others) = mem::take(&mut rest).split_at_mut(len);
            slices.push((bucket, slice));
            rest = others;
        }
        executor.for_each_mut(&mut slices, |_, (bucket, slice)| {
            let of_bucket = parts.iter().flat_map(|part| self.slice(part, *bucket));
            for (slot, pair) in slice.iter_mut().zip(of_bucket) {
                *slot = *pair;
            }
            sort_pairs(slice);
        });
    }

    /// The pairs of a bucket in a part that is sorted by bucket.
    fn slice(self, part: &[[Id; 2]], bucket: u64) -> &[[Id; 2]] {
        let start = part.partition_point(|pair| self.of(pair) < bucket);
        let len = part[start..].partition_point(|pair| self.of(pair) == bucket);
        &part[start..start + len]
    }
}
