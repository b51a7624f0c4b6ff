//! The corners of boxes, in columns.

use alloc::vec::Vec;
use core::array;

use crate::simd::{Key, Lanes};

/// The corners of boxes: one list for each end of each axis.
#[derive(Clone, Debug)]
pub(super) struct Corners<K, const D: usize> {
    /// The lower corners, axis by axis.
    pub(super) min: [Vec<K>; D],
    /// The upper corners, axis by axis.
    pub(super) max: [Vec<K>; D],
}

impl<K, const D: usize> Default for Corners<K, D> {
    fn default() -> Self {
        Self {
            min: array::from_fn(|_| Vec::new()),
            max: array::from_fn(|_| Vec::new()),
        }
    }
}

impl<K: Key, const D: usize> Corners<K, D> {
    pub(super) fn resize(&mut self, len: usize) {
        for column in self.min.iter_mut().chain(&mut self.max) {
            column.resize(len, K::default());
        }
    }

    /// The corners of sixteen boxes from an index on.
    #[inline(always)]
    pub(super) fn load<L: Lanes<K>>(&self, lanes: L, start: usize) -> [[L::Keys; D]; 2] {
        let mut corners = [[lanes.splat(K::default()); D]; 2];
        for axis in 0..D {
            corners[0][axis] = load(lanes, &self.min[axis][start..]);
            corners[1][axis] = load(lanes, &self.max[axis][start..]);
        }
        corners
    }

    pub(super) fn bytes(&self) -> usize {
        let columns = self.min.iter().chain(&self.max).map(Vec::capacity);
        columns.sum::<usize>() * size_of::<K>()
    }
}

/// Sixteen keys from the start of a column.
#[inline(always)]
fn load<K: Key, L: Lanes<K>>(lanes: L, column: &[K]) -> L::Keys {
    match column.first_chunk() {
        Some(keys) => lanes.load(keys),
        None => lanes.splat(K::default()),
    }
}
