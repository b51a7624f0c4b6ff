//! The radix sort on the threads of rayon's current pool.

use super::{DIGIT_BITS, DIGIT_MASK};
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::Relaxed;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use rayon::slice::ParallelSlice;

const DIGITS: usize = 1 << DIGIT_BITS;
/// At least so many items are scattered as one piece of work, in at most so many pieces: each has a
/// list of places.
const PIECE: usize = 16_384;
const PIECES: usize = 16;

/// Memory for sorting. Atomic, so that threads may write wherever items belong; every place is
/// written once.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    buffers: [Vec<AtomicU64>; 2],
    /// Where the next item with a digit goes, piece by piece.
    places: Vec<[u32; DIGITS]>,
}

impl Shared {
    pub(crate) fn bytes(&self) -> usize {
        let items = self.buffers.iter().map(Vec::capacity).sum::<usize>();
        items * size_of::<AtomicU64>() + self.places.capacity() * size_of::<[u32; DIGITS]>()
    }
}

/// Sorts items by some of their bits; those with equal bits keep their order.
pub(crate) fn par_radix_sort(
    items: &mut [u64],
    bits: Range<u32>,
    Shared {
        buffers: [from, to],
        places,
    }: &mut Shared,
) {
    from.resize_with(items.len(), AtomicU64::default);
    to.resize_with(items.len(), AtomicU64::default);
    let piece = items.len().div_ceil(PIECES).max(PIECE);
    places.resize(items.len().div_ceil(piece), [0; DIGITS]);
    items
        .par_iter()
        .zip(&*from)
        .with_min_len(PIECE)
        .for_each(|(&item, copy)| copy.store(item, Relaxed));
    let below_end = u64::MAX >> (u64::BITS - bits.end);
    for shift in bits.step_by(DIGIT_BITS as usize) {
        let digit = |item: u64| ((item & below_end) >> shift & DIGIT_MASK) as usize;
        from.par_chunks(piece)
            .zip(&mut *places)
            .for_each(|(piece, counts)| {
                counts.fill(0);
                piece
                    .iter()
                    .for_each(|item| counts[digit(item.load(Relaxed))] += 1);
            });
        add_up(places);
        from.par_chunks(piece)
            .zip(&mut *places)
            .for_each(|(piece, places)| {
                for item in piece.iter().map(|item| item.load(Relaxed)) {
                    let place = &mut places[digit(item)];
                    to[*place as usize].store(item, Relaxed);
                    *place += 1;
                }
            });
        mem::swap(from, to);
    }
    items
        .par_iter_mut()
        .zip(&*from)
        .with_min_len(PIECE)
        .for_each(|(item, sorted)| *item = sorted.load(Relaxed));
}

/// Turns how many items there are into where the first of them goes: digit by digit, and of one
/// digit piece by piece.
fn add_up(counts: &mut [[u32; DIGITS]]) {
    let mut start = 0;
    for digit in 0..DIGITS {
        for piece in &mut *counts {
            start += mem::replace(&mut piece[digit], start);
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
