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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Fixed;

    #[test]
    fn margins_of_integers_are_exact() {
        let edges = [0, 1, 2, 3, 7, 1_000, 65_537, i64::MAX - 1, i64::MAX];
        for looseness in [1.0, 1.000_02, 1.1, 1.125, 1.25, 1.5, 1.999, 2.0] {
            let fractions = i128::from(((looseness - 1.0) * 65_536.0_f64 + 0.5).to_u32());
            for edge in edges {
                let expected = (i128::from(edge / 2) * fractions) >> 16;
                let given = Looseness::new(looseness);
                assert_eq!(i128::from(given.margin(edge)), expected, "{looseness}");
                assert_eq!(
                    i128::from(given.margin(Fixed::<16>::from_bits(edge)).to_bits()),
                    expected
                );
            }
        }
    }

    #[test]
    fn margins_of_floats_are_what_was_asked_for() {
        for looseness in [1.0, 1.1, 1.25, 1.3, 1.7, 2.0] {
            let margin = Looseness::new(looseness).margin(3.0_f64);
            let expected = 1.5 * (looseness - 1.0);
            assert!((margin - expected).abs() <= 1.5 / 131_072.0, "{looseness}");
            let single = Looseness::new(looseness).margin(3.0_f32);
            assert!((f64::from(single) - margin).abs() < 1e-6);
        }
    }

    #[test]
    fn margins_grow_with_looseness_and_edge() {
        let margin = |fractions: u32, edge: u32| {
            let looseness = Looseness::new(1.0 + f64::from(fractions) / 65_536.0);
            (looseness.margin(edge), looseness.margin(edge as f32))
        };
        for step in 0..500 {
            let (fractions, edge) = (step * 131, step * 97);
            let (margins, looser) = (margin(fractions, edge), margin(fractions + 13, edge));
            let longer = margin(fractions, edge + 5);
            assert!(margins.0 <= looser.0 && margins.1 <= looser.1);
            assert!(margins.0 <= longer.0 && margins.1 <= longer.1);
        }
    }

    #[test]
    fn what_makes_no_sense_is_clamped() {
        let strict = [1.0, 0.0, -3.0, f64::NEG_INFINITY, f64::NAN, 1.000_001];
        assert!(strict.into_iter().all(|l| Looseness::new(l).is_strict()));
        assert_eq!(Looseness::new(f64::INFINITY), Looseness::new(2.0));
    }
}
