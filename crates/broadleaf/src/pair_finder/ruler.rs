//! One axis, cut into equal parts.

use crate::geometry::{Real, Scalar};

/// One axis, cut into equal parts from an origin on. Coordinates outside belong to the first or the
/// last part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler<S: Scalar> {
    pub(super) origin: S,
    pub(super) parts_per_unit: S::Real,
    /// The number of the last part.
    pub(super) last: u32,
}

impl<S: Scalar> Ruler<S> {
    /// The number of the part that contains a coordinate. Monotone, because each of its steps is.
    #[inline(always)]
    pub(super) fn part(&self, coordinate: S) -> u32 {
        (coordinate.minus(self.origin) * self.parts_per_unit).nearest_up_to(self.last)
    }
}
