//! The operations on sixteen lanes that every instruction set provides.

use super::lane::{LANES, Lane};

/// Registers with one number in each of [`LANES`] lanes, and operations on all lanes at once.
///
/// A value of an implementing type proves that the processor has the instructions.
pub trait Lanes<K: Lane>: Numbers {
    type Keys: Copy;
    type Mask: Copy;

    fn load(self, keys: &[K; LANES]) -> Self::Keys;

    /// The numbers of a column of bytes.
    fn load_column(self, column: &K::Column) -> Self::Keys;

    /// The same key in every lane.
    fn splat(self, key: K) -> Self::Keys;

    /// The mask of all lanes.
    fn all(self) -> Self::Mask;

    /// The lanes of `among` in which `a <= b`.
    fn at_most(self, among: Self::Mask, a: Self::Keys, b: Self::Keys) -> Self::Mask;

    /// One bit per lane; the first lane is the lowest bit.
    fn bits(self, mask: Self::Mask) -> u32;

    /// Compares sixteen boxes, given by their corners axis by axis, with one other box: the lanes
    /// that overlap it, as bits.
    #[inline(always)]
    fn overlapping<const D: usize>(
        self,
        min: &[Self::Keys; D],
        max: &[Self::Keys; D],
        low: [K; D],
        high: [K; D],
    ) -> u32 {
        // Two chains of comparisons are faster than one.
        let (mut begin_before, mut end_after) = (self.all(), self.all());
        for axis in 0..D {
            begin_before = self.at_most(begin_before, min[axis], self.splat(high[axis]));
            end_after = self.at_most(end_after, self.splat(low[axis]), max[axis]);
        }
        self.bits(begin_before) & self.bits(end_after)
    }

    /// Writes the keys of the lanes in `bits` to the front of `to`; overwrites the rest of `to`
    /// with unspecified keys.
    #[inline(always)]
    fn pack(self, from: &[K; LANES], bits: u32, to: &mut [K; LANES]) {
        pack_one_by_one(from, bits, to);
    }
}

/// Operations on sixteen `u32`, which do not depend on the type of the keys.
pub trait Numbers: Copy {
    /// The number of elements of `numbers` that are less than `limit`.
    #[inline(always)]
    fn count_less(self, numbers: &[u32; LANES], limit: u32) -> usize {
        let mut count = 0;
        for &number in numbers {
            count += u32::from(number < limit);
        }
        count as usize
    }

    /// The lanes in which `numbers` equal `other`, as bits.
    #[inline(always)]
    fn equal(self, numbers: &[u32; LANES], other: u32) -> u32 {
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= u32::from(numbers[lane] == other) << lane;
        }
        bits
    }

    /// The lanes in which `numbers` share a bit with `other`, as bits.
    #[inline(always)]
    fn common(self, numbers: &[u32; LANES], other: u32) -> u32 {
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= u32::from(numbers[lane] & other != 0) << lane;
        }
        bits
    }

    /// Writes the numbers of the lanes in `bits` to the front of `to`; overwrites the rest of `to`
    /// with unspecified numbers.
    #[inline(always)]
    fn pack_numbers(self, from: &[u32; LANES], bits: u32, to: &mut [u32; LANES]) {
        pack_one_by_one(from, bits, to);
    }

    /// [`pack_numbers`](Self::pack_numbers) by value.
    #[inline(always)]
    fn packed_numbers(self, from: &[u32; LANES], bits: u32) -> [u32; LANES] {
        let mut packed = *from;
        self.pack_numbers(from, bits, &mut packed);
        packed
    }

    /// Writes the pairs of `index` and the indices of the lanes in `bits` to the front of `pairs`,
    /// the smaller index of each pair first; overwrites the rest of `pairs` with unspecified pairs.
    #[inline(always)]
    fn write_pairs(
        self,
        indices: &[u32; LANES],
        mut bits: u32,
        index: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        for four in pairs.as_chunks_mut::<4>().0 {
            // Always four pairs, even with fewer bits left: a branch on the number of bits would
            // often be mispredicted.
            for pair in four {
                let other = indices[bits.trailing_zeros() as usize % LANES];
                *pair = [index.min(other), index.max(other)];
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                return;
            }
        }
    }
}

/// [`Lanes::pack`] and [`Numbers::pack_numbers`] without special instructions.
#[inline(always)]
fn pack_one_by_one<T: Copy>(from: &[T; LANES], mut bits: u32, to: &mut [T; LANES]) {
    for slot in to {
        if bits == 0 {
            return;
        }
        *slot = from[bits.trailing_zeros() as usize % LANES];
        bits &= bits - 1;
    }
}
