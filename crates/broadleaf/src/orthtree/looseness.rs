//! How far boxes may overhang their cells.

use super::tuning::LOOSENESS_BITS;
use crate::geometry::{Real, Scalar};

/// The excess of [`Config::looseness`](super::config::Config::looseness) over 1, in units of 2^-16;
/// 0 in a strict tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looseness(u32);

impl Looseness {
    /// Rounds to the nearest unit and clamps to 1 to 2; NaN counts as 1.
    pub(super) fn new(looseness: f64) -> Self {
        let beyond = looseness.clamp(1.0, 2.0) - 1.0;
        // Exact except for the last bit, hence the same on every machine; 0 for NaN.
        Self((beyond * f64::from(1 << LOOSENESS_BITS) + 0.5).to_u32())
    }

    /// Whether boxes in sibling cells never touch.
    #[inline]
    pub(super) fn is_strict(self) -> bool {
        self.0 == 0
    }

    /// The distance by which a box may overhang a cell with this edge, rounded down for integers;
    /// half of the edge if the looseness is 2.
    pub(super) fn margin<S: Scalar>(self, edge: S) -> S {
        let zero = S::default();
        let half = zero.midpoint(edge);
        if self.0 == 1 << LOOSENESS_BITS {
            return half;
        }
        // A product, from the lowest bit of a factor up. No sum exceeds `half`, and halving a
        // number that is already rounded down rounds like halving the exact number.
        (self.0.trailing_zeros()..LOOSENESS_BITS).fold(zero, |sum, bit| {
            if self.0 >> bit & 1 == 0 {
                zero.midpoint(sum)
            } else {
                sum.midpoint(half)
            }
        })
    }
}
