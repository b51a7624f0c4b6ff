//! A few boxes in columns, for loops that the compiler vectorises.

use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::tuning::CHUNK;

/// The corners of [`CHUNK`] boxes, axis by axis.
pub(super) struct Chunk<S, const D: usize> {
    pub(super) min: [[S; CHUNK]; D],
    pub(super) max: [[S; CHUNK]; D],
}

impl<S: Scalar, const D: usize> Chunk<S, D> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            min: [[S::default(); CHUNK]; D],
            max: [[S::default(); CHUNK]; D],
        }
    }

    /// Replaces the first boxes; the others remain.
    #[inline(always)]
    pub(super) fn fill(&mut self, boxes: impl Iterator<Item = Aabb<S, D>>) {
        for (at, aabb) in boxes.take(CHUNK).enumerate() {
            for axis in 0..D {
                self.min[axis][at] = aabb.min()[axis];
                self.max[axis][at] = aabb.max()[axis];
            }
        }
    }
}
