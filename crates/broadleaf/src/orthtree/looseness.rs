//! How far boxes may overhang their cells.

use super::tuning::LOOSENESS_BITS;
use crate::geometry::{Real, Scalar};

/// A [`Config::looseness`](super::config::Config::looseness) beyond 1, in fractions: 0 in a strict
/// tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looseness(u32);

impl Looseness {
    /// Rounded to the nearest fraction, and clamped to 1 to 2; 1 for NaN.
    pub(super) fn new(looseness: f64) -> Self {
        let beyond = looseness.clamp(1.0, 2.0) - 1.0;
        // Exact but for the last bit, so the same on every machine; 0 for NaN.
        Self((beyond * f64::from(1 << LOOSENESS_BITS) + 0.5).to_u32())
    }

    /// Whether boxes in sibling cells never touch.
    #[inline]
    pub(super) fn is_strict(self) -> bool {
        self.0 == 0
    }

    /// The distance by which a box may overhang a cell with this edge, rounded down for integers:
    /// half of the edge if the looseness is 2.
    pub(super) fn margin<S: Scalar>(self, edge: S) -> S {
        let zero = S::default();
        let half = zero.midpoint(edge);
        if self.0 == 1 << LOOSENESS_BITS {
            return half;
        }
        // A product, from the lowest bit of a factor up. No sum is greater than `half`, and halving
        // rounds down a number that has been rounded down as it does the exact one.
        (self.0.trailing_zeros()..LOOSENESS_BITS).fold(zero, |sum, bit| {
            if self.0 >> bit & 1 == 0 {
                zero.midpoint(sum)
            } else {
                sum.midpoint(half)
            }
        })
    }
}
