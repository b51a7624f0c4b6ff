//! Whether a box and an image of a box are within the cut-off.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

use super::within::Within;

/// The test of a pair, in `f64`.
///
/// The gap on an axis is `(b - a) + shift * period` of the two ends that face each other, as a
/// caller computes it from the answer. The sum of the squares is compared with the square of the
/// cut-off. Both are scaled by a power of two, which rounds nothing, so that squares neither
/// overflow nor vanish.
pub(super) struct Reach<const D: usize> {
    periods: [f64; D],
    scale: f64,
    square: f64,
}

impl<const D: usize> Reach<D> {
    pub(super) fn new(within: &Within<D>) -> Self {
        let scale = scale(within.distance);
        let scaled = within.distance * scale;
        Self {
            periods: within.periods.map(|period| period.unwrap_or(0.0)),
            scale,
            square: scaled * scaled,
        }
    }

    pub(super) fn holds<S: Scalar + Into<f64>>(
        &self,
        a: &Aabb<S, D>,
        b: &Aabb<S, D>,
        shift: [i32; D],
    ) -> bool {
        let mut sum = 0.0;
        for axis in 0..D {
            let [a_min, a_max] = [a.min()[axis], a.max()[axis]].map(Into::into);
            let [b_min, b_max] = [b.min()[axis], b.max()[axis]].map(Into::into);
            let gap = gap([a_min, a_max], [b_min, b_max], self.offset(axis, shift)) * self.scale;
            sum += gap * gap;
        }
        sum <= self.square
    }

    fn offset(&self, axis: usize, shift: [i32; D]) -> f64 {
        f64::from(shift[axis]) * self.periods[axis]
    }
}

/// How far two intervals are apart if the second one moves; 0 if they overlap.
fn gap(a: [f64; 2], b: [f64; 2], offset: f64) -> f64 {
    // Of equal infinite ends, the difference is NaN, which is no gap.
    let after = (b[0] - a[1]) + offset;
    let before = (b[1] - a[0]) + offset;
    if after > 0.0 {
        after
    } else if before < 0.0 {
        -before
    } else {
        0.0
    }
}

/// The power of two that brings a cut-off near 1. A cut-off of 0 admits no gap, however small.
fn scale(distance: f64) -> f64 {
    const MOST: i32 = 1022;
    if !(distance > 0.0) {
        return 2_f64.powi(MOST);
    }
    if distance == f64::INFINITY {
        return 1.0;
    }
    let exponent = distance.log2().floor() as i32;
    2_f64.powi((-exponent).clamp(-MOST, MOST))
}
