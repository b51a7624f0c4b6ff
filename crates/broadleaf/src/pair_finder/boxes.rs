//! Boxes in columns, padded for the inner loops.

use alloc::vec::Vec;
use core::ops::Range;

use super::corners::Corners;
use crate::simd::{Key, LANES, Lanes};
use crate::work;

/// Every column is readable this far beyond the last box: sixteen elements from the last box on, or
/// one step of [`lower_bound`](super::partner::lower_bound).
pub(super) const PADDING: usize = 2 * LANES;

/// Boxes in columns: one list for each of their properties.
#[derive(Clone, Debug)]
pub(super) struct Boxes<K, const D: usize> {
    pub(super) len: usize,
    /// The indices of the boxes in the caller's list.
    pub(super) indices: Vec<u32>,
    pub(super) corners: Corners<K, D>,
}

impl<K, const D: usize> Default for Boxes<K, D> {
    fn default() -> Self {
        Self {
            len: 0,
            indices: Vec::new(),
            corners: Corners::default(),
        }
    }
}

impl<K: Key, const D: usize> Boxes<K, D> {
    /// Makes every column long enough for `len` boxes and the padding.
    pub(super) fn resize(&mut self, len: usize) {
        let padded = len + PADDING;
        self.indices.resize(padded, 0);
        self.corners.resize(padded);
    }

    /// Makes every column long enough for `len` boxes and the padding, with room for as many boxes
    /// again.
    #[inline(always)]
    fn grow(&mut self, len: usize) {
        if self.indices.len() < len + PADDING {
            self.resize(2 * (len + PADDING));
        }
    }

    /// Sets the length.
    pub(super) fn set_len(&mut self, len: usize) {
        self.len = len;
        self.grow(len);
    }

    /// The indices of sixteen boxes from a number on, of which the last may be padding.
    pub(super) fn indices_from(&self, start: usize) -> &[u32; LANES] {
        let indices = self.indices[start..].first_chunk();
        indices.unwrap_or(&[0; LANES])
    }

    /// The smallest box around the boxes in a range.
    #[inline(always)]
    pub(super) fn bounds(&self, range: &Range<usize>) -> ([K; D], [K; D]) {
        let (mut min, mut max) = ([K::default(); D], [K::default(); D]);
        for axis in 0..D {
            (min[axis], max[axis]) = (
                self.corners.min[axis][range.start],
                self.corners.max[axis][range.start],
            );
            for &key in &self.corners.min[axis][range.clone()] {
                min[axis] = key.min(min[axis]);
            }
            for &key in &self.corners.max[axis][range.clone()] {
                max[axis] = key.max(max[axis]);
            }
        }
        (min, max)
    }

    /// Writes the boxes of `others` in `window` that touch `bounds` behind the first `len` boxes,
    /// and returns the new number of boxes.
    #[inline(always)]
    pub(super) fn append_touching<L: Lanes<K>>(
        &mut self,
        lanes: L,
        mut len: usize,
        others: &Self,
        window: Range<usize>,
        bounds: &([K; D], [K; D]),
    ) -> usize {
        work::count(window.len());
        for start in window.clone().step_by(LANES) {
            let [min, max] = others.corners.load(lanes, start);
            let in_window = u32::MAX >> (u32::BITS as usize - LANES.min(window.end - start));
            let touching = lanes.overlapping(&min, &max, bounds.0, bounds.1) & in_window;
            if touching != 0 {
                self.grow(len);
                self.append_packed(lanes, len, others, start, touching);
                len += touching.count_ones() as usize;
            }
        }
        len
    }

    /// Writes the boxes whose bits are set in `mask`, of sixteen from `start` on, behind the first
    /// `len` boxes.
    #[inline(always)]
    fn append_packed<L: Lanes<K>>(
        &mut self,
        lanes: L,
        len: usize,
        others: &Self,
        start: usize,
        mask: u32,
    ) {
        if let (Some(from), Some(to)) = (
            others.indices[start..].first_chunk(),
            self.indices[len..].first_chunk_mut(),
        ) {
            lanes.pack_numbers(from, mask, to);
        }
        for axis in 0..D {
            for (to, from) in [
                (&mut self.corners.min[axis], &others.corners.min[axis]),
                (&mut self.corners.max[axis], &others.corners.max[axis]),
            ] {
                if let (Some(from), Some(to)) =
                    (from[start..].first_chunk(), to[len..].first_chunk_mut())
                {
                    lanes.pack(from, mask, to);
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.corners.bytes() + self.indices.capacity() * size_of::<u32>()
    }
}
