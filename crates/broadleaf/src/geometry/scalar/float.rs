//! Floats as coordinates and measures.

use super::encoding::Encoding;
use super::sealed::Sealed;
use super::traits::{Real, Scalar};
use crate::geometry::order::{greater, lesser};

macro_rules! float_scalar {
    ($float:ty, $key:ty, $whole_from:expr, $min_squarable:expr) => {
        impl Sealed for $float {}

        #[allow(
            clippy::cast_possible_truncation,
            reason = "casts are to a narrower float, or of whole numbers in range"
        )]
        impl Scalar for $float {
            type Real = $float;
            type Key = $key;
            type Lane = $float;
            const LANE_UNIT: $float = 1.0;
            const MIN: Self = <$float>::NEG_INFINITY;
            const MAX: Self = <$float>::INFINITY;
            const TENTH: Self = 0.1;
            const UNIT: Self = 1.0;
            const ENCODING: Encoding = Encoding::Float { bits: <$key>::BITS };

            #[inline]
            fn key(self) -> $key {
                // Flips the magnitude of negative floats, whose order is reversed. Adding 0 turns
                // -0 into 0.
                let bits = (self + 0.0).to_bits().cast_signed();
                bits ^ (bits >> (<$key>::BITS - 1) & <$key>::MAX)
            }
            #[inline]
            fn to_lane(self) -> $float {
                self
            }
            #[inline]
            fn from_lane(lane: $float) -> Self {
                lane
            }
            #[inline]
            fn to_word(self) -> i64 {
                let bits = self.to_bits().cast_signed();
                i64::from(bits ^ (bits >> (<$key>::BITS - 1) & <$key>::MAX))
            }
            #[inline]
            fn from_word(word: i64) -> Self {
                let word = word as $key;
                Self::from_bits((word ^ (word >> (<$key>::BITS - 1) & <$key>::MAX)).cast_unsigned())
            }
            fn is_finite(self) -> bool {
                <$float>::is_finite(self)
            }
            fn to_real(self) -> $float {
                self
            }
            fn minus(self, other: Self) -> $float {
                self - other
            }
            fn wide_minus(self, other: Self) -> f64 {
                self as f64 - other as f64
            }
            fn above(self, by: f64) -> Self {
                // Rounding is monotone, so no float at most `by` away is above the rounded sum.
                let end = (self as f64 + by.next_up()) as $float;
                if end.is_nan() {
                    <$float>::INFINITY
                } else {
                    end
                }
            }
            fn below(self, by: f64) -> Self {
                -(-self).above(by)
            }
            fn saturating_add(self, other: Self) -> Self {
                self + other
            }
            fn saturating_sub(self, other: Self) -> Self {
                self - other
            }
            fn saturating_times(self, factor: u32) -> Self {
                self * factor as $float
            }
            fn saturating_256ths(self, factor: u32) -> Self {
                self * (factor as $float / 256.0)
            }
            fn midpoint(self, high: Self) -> Self {
                let between = high - self;
                if between.is_finite() {
                    self + between * 0.5
                } else {
                    self * 0.5 + high * 0.5
                }
            }
            fn snap_down(self, cell: Self) -> Self {
                let quotient = self / cell;
                // A float from `$whole_from` on is a whole number. Infinities and NaN have no
                // multiples.
                if !(cell > 0.0 && cell.is_finite() && quotient.abs() < $whole_from) {
                    return self;
                }
                let near = quotient as i64 as $float;
                // The quotient is truncated, and may be rounded past a whole number, so three
                // multiples are candidates.
                let candidates = [near + 1.0, near, near - 1.0].map(|number| number * cell);
                candidates
                    .into_iter()
                    .find(|multiple| *multiple <= self && multiple.is_finite())
                    .unwrap_or(self)
            }
            fn snap_up(self, cell: Self) -> Self {
                -(-self).snap_down(cell)
            }
        }

        #[allow(
            clippy::cast_possible_truncation,
            reason = "these functions round and clamp"
        )]
        impl Real for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const INFINITY: Self = <$float>::INFINITY;
            const MIN_SQUARABLE: Self = $min_squarable;
            const EPSILON: Self = <$float>::EPSILON;
            const LEAST_NORMAL: Self = <$float>::MIN_POSITIVE;
            const GREATEST: Self = <$float>::MAX;

            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn to_f64(self) -> f64 {
                self as f64
            }
            fn next_up(self) -> Self {
                <$float>::next_up(self)
            }
            fn next_down(self) -> Self {
                <$float>::next_down(self)
            }
            fn to_u32(self) -> u32 {
                self as u32
            }
            #[inline]
            fn nearest_up_to(self, most: u32) -> u32 {
                let clamped = lesser(most as $float, greater(0.0, self));
                // The last bit of a float of this size has the value 1.
                (clamped + $whole_from).to_bits() as u32 & ((1 << 23) - 1)
            }
        }
    };
}
// From 2^23 and 2^52 on, every float is a whole number. The squares of the last arguments are
// normal, so from there on two floats that differ in the last place have different squares.
float_scalar!(f32, i32, 8_388_608.0, 1e-18);
float_scalar!(f64, i64, 4_503_599_627_370_496.0, 1e-150);
