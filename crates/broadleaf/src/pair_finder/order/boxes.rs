//! Boxes in columns, padded for the inner loops.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use crate::simd::{Key, LANES, Lanes};
use crate::work;

/// How far every column is readable beyond the last box: for sixteen elements from the last box on,
/// and for one step of [`lower_bound`](crate::pair_finder::sweep), which counts twice as many keys.
pub(crate) const PADDING: usize = 2 * LANES;

/// Boxes in columns: one list for each end of each axis, so that loading a block needs no
/// transposition.
#[derive(Clone, Debug)]
pub(crate) struct Boxes<K, const D: usize> {
    pub(crate) len: usize,
    /// By box, what stands for it in pairs: first its index in the caller's list (see
    /// `sweep/names.rs`).
    pub(crate) indices: Vec<u32>,
    /// The lower corners, axis by axis.
    pub(crate) min: [Vec<K>; D],
    /// The upper corners, axis by axis.
    pub(crate) max: [Vec<K>; D],
}

impl<K, const D: usize> Default for Boxes<K, D> {
    fn default() -> Self {
        Self {
            len: 0,
            indices: Vec::new(),
            min: array::from_fn(|_| Vec::new()),
            max: array::from_fn(|_| Vec::new()),
        }
    }
}

impl<K: Key, const D: usize> Boxes<K, D> {
    /// Sets the length, and makes every column long enough for it and the padding.
    pub(crate) fn resize(&mut self, len: usize) {
        self.len = len;
        self.resize_columns(len + PADDING);
    }

    fn resize_columns(&mut self, len: usize) {
        self.indices.resize(len, 0);
        for column in self.min.iter_mut().chain(&mut self.max) {
            column.resize(len, K::default());
        }
    }

    /// Loads the corners of sixteen boxes from `start` on.
    #[inline(always)]
    pub(crate) fn load<L: Lanes<K>>(&self, lanes: L, start: usize) -> [[L::Keys; D]; 2] {
        let mut corners = [[lanes.splat(K::default()); D]; 2];
        for axis in 0..D {
            corners[0][axis] = load(lanes, &self.min[axis][start..]);
            corners[1][axis] = load(lanes, &self.max[axis][start..]);
        }
        corners
    }

    /// The indices of sixteen boxes from `start` on; the last may be padding.
    pub(crate) fn indices_from(&self, start: usize) -> &[u32; LANES] {
        let indices = self.indices[start..].first_chunk();
        indices.unwrap_or(&[0; LANES])
    }

    /// The smallest box around the boxes in a range.
    #[inline(always)]
    pub(crate) fn bounds(&self, range: &Range<usize>) -> ([K; D], [K; D]) {
        let (mut min, mut max) = ([K::default(); D], [K::default(); D]);
        for axis in 0..D {
            (min[axis], max[axis]) = (self.min[axis][range.start], self.max[axis][range.start]);
            for &key in &self.min[axis][range.clone()] {
                min[axis] = key.min(min[axis]);
            }
            for &key in &self.max[axis][range.clone()] {
                max[axis] = key.max(max[axis]);
            }
        }
        (min, max)
    }

    /// Appends the boxes of `others` in `window` that touch `bounds`.
    #[inline(always)]
    pub(crate) fn append_touching<L: Lanes<K>>(
        &mut self,
        lanes: L,
        others: &Self,
        window: Range<usize>,
        bounds: &([K; D], [K; D]),
    ) {
        work::count(window.len());
        for start in window.clone().step_by(LANES) {
            let [min, max] = others.load(lanes, start);
            let in_window = u32::MAX >> (u32::BITS as usize - LANES.min(window.end - start));
            let touching = lanes.overlapping(&min, &max, bounds.0, bounds.1) & in_window;
            if touching != 0 {
                self.append_packed(lanes, others, start, touching);
            }
        }
    }

    /// Appends the boxes whose bits are set in `mask`, of sixteen from `start` on.
    #[inline(always)]
    fn append_packed<L: Lanes<K>>(&mut self, lanes: L, others: &Self, start: usize, mask: u32) {
        let len = self.len;
        self.len += mask.count_ones() as usize;
        if self.indices.len() < self.len + PADDING {
            // Doubled, so that repeated appends take linear time.
            self.resize_columns(2 * (self.len + PADDING));
        }
        if let (Some(from), Some(to)) = (
            others.indices[start..].first_chunk(),
            self.indices[len..].first_chunk_mut(),
        ) {
            lanes.pack_numbers(from, mask, to);
        }
        for axis in 0..D {
            for (to, from) in [
                (&mut self.min[axis], &others.min[axis]),
                (&mut self.max[axis], &others.max[axis]),
            ] {
                if let (Some(from), Some(to)) =
                    (from[start..].first_chunk(), to[len..].first_chunk_mut())
                {
                    lanes.pack(from, mask, to);
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let columns = self.min.iter().chain(&self.max).map(Vec::capacity);
        columns.sum::<usize>() * size_of::<K>() + self.indices.capacity() * size_of::<u32>()
    }
}

/// Loads sixteen keys from the start of a column.
#[inline(always)]
fn load<K: Key, L: Lanes<K>>(lanes: L, column: &[K]) -> L::Keys {
    match column.first_chunk() {
        Some(keys) => lanes.load(keys),
        None => lanes.splat(K::default()),
    }
}
