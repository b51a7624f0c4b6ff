//! The radix sort on the threads of rayon's current pool.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::Relaxed;

use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use rayon::slice::ParallelSlice;

use super::prefix_sum::PrefixSum;
use super::radix::{DIGIT_BITS, DIGIT_MASK, DIGITS};

/// The least number of items that are scattered as one piece of work.
const MIN_PIECE: usize = 16_384;
/// The greatest number of pieces: each has a table of [`DIGITS`] positions.
const MAX_PIECES: usize = 16;

/// Memory for sorting.
///
/// Atomic, so that every thread may write to any slot without `unsafe`; every slot is written once.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    buffers: [Vec<AtomicU64>; 2],
    /// Piece by piece and digit by digit, the slot of the next item.
    next: Vec<[u32; DIGITS]>,
}

impl Shared {
    pub(crate) fn bytes(&self) -> usize {
        let items = self.buffers.iter().map(Vec::capacity).sum::<usize>();
        items * size_of::<AtomicU64>() + self.next.capacity() * size_of::<[u32; DIGITS]>()
    }
}

/// Sorts items by the bits in a range; items that are equal there keep their order.
pub(crate) fn par_radix_sort(
    items: &mut [u64],
    bits: Range<u32>,
    Shared {
        buffers: [from, to],
        next,
    }: &mut Shared,
) {
    from.resize_with(items.len(), AtomicU64::default);
    to.resize_with(items.len(), AtomicU64::default);
    let piece = items.len().div_ceil(MAX_PIECES).max(MIN_PIECE);
    next.resize(items.len().div_ceil(piece), [0; DIGITS]);
    items
        .par_iter()
        .zip(&*from)
        .with_min_len(MIN_PIECE)
        .for_each(|(&item, copy)| copy.store(item, Relaxed));
    let below_end = u64::MAX >> (u64::BITS - bits.end);
    for shift in bits.step_by(DIGIT_BITS as usize) {
        par_scatter(from, to, next, piece, |item| {
            ((item & below_end) >> shift & DIGIT_MASK) as usize
        });
        mem::swap(from, to);
    }
    items
        .par_iter_mut()
        .zip(&*from)
        .with_min_len(MIN_PIECE)
        .for_each(|(item, sorted)| *item = sorted.load(Relaxed));
}

/// Copies `from` to `to` in the order of one digit, stably, in pieces of `piece` items.
fn par_scatter(
    from: &[AtomicU64],
    to: &[AtomicU64],
    next: &mut [[u32; DIGITS]],
    piece: usize,
    digit: impl Fn(u64) -> usize + Sync,
) {
    from.par_chunks(piece)
        .zip(&mut *next)
        .for_each(|(piece, counts)| {
            counts.fill(0);
            for item in piece {
                counts[digit(item.load(Relaxed))] += 1;
            }
        });
    counts_to_starts(next);
    from.par_chunks(piece)
        .zip(&mut *next)
        .for_each(|(piece, next)| {
            for item in piece.iter().map(|item| item.load(Relaxed)) {
                let slot = &mut next[digit(item)];
                to[*slot as usize].store(item, Relaxed);
                *slot += 1;
            }
        });
}

/// Replaces each number of items by the slot of the first of them: digit by digit, and within a
/// digit piece by piece.
fn counts_to_starts(counts: &mut [[u32; DIGITS]]) {
    let mut sum = PrefixSum::default();
    for digit in 0..DIGITS {
        for piece in &mut *counts {
            sum.replace(&mut piece[digit]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_sort() {
        let mut state = 7_u64;
        for (len, shared_bits) in [(0, 0), (1, 0), (40_000, 0), (100_000, 40), (50_000, 60)] {
            let mut items: Vec<_> = (0..len)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    state >> shared_bits
                })
                .collect();
            for bits in [0..64, 3..20] {
                let mut expected = items.clone();
                expected
                    .sort_by_key(|item| item << (64 - bits.end) >> (64 - bits.end + bits.start));
                let mut shared = Shared::default();
                par_radix_sort(&mut items, bits, &mut shared);
                assert!(items == expected, "{len} {shared_bits}");
            }
        }
    }
}
