//! Fixed-point numbers as coordinates: [`Fixed`], and with the feature `fixed`, the 32-bit and
//! 64-bit signed types of that crate.

use super::number::Fixed;
use crate::geometry::scalar::encoding::Encoding;
use crate::geometry::scalar::sealed::Sealed;
use crate::geometry::scalar::traits::Scalar;

/// Implements [`Scalar`] for `$Number`, an integer of type `$Bits` that counts steps of
/// 2^-`$fraction_bits`.
macro_rules! scalar_of_steps {
    ([$($parameters:tt)*] $Number:ty, $Bits:ty, $fraction_bits:expr) => {
        impl<$($parameters)*> Sealed for $Number {}

        #[allow(clippy::cast_possible_truncation, reason = "a tenth is in range, and a unit is compared")]
        impl<$($parameters)*> Scalar for $Number {
            type Real = f64;
            type Key = $Bits;
            type Lane = $Bits;
            const LANE_UNIT: f64 = 1.0 / steps_per_unit($fraction_bits) as f64;
            const MIN: Self = Self::MIN;
            const MAX: Self = Self::MAX;
            const TENTH: Self = Self::from_bits(((steps_per_unit($fraction_bits) + 5) / 10) as $Bits);
            const UNIT: Self = match steps_per_unit($fraction_bits) {
                steps if steps <= <$Bits>::MAX as u128 => Self::from_bits(steps as $Bits),
                _ => Self::MAX,
            };
            const ENCODING: Encoding = Encoding::Fixed { bits: <$Bits>::BITS, fraction: $fraction_bits };

            #[inline]
            fn key(self) -> $Bits {
                self.to_bits()
            }
            #[inline]
            fn to_lane(self) -> $Bits {
                self.to_bits()
            }
            #[inline]
            fn from_lane(lane: $Bits) -> Self {
                Self::from_bits(lane)
            }
            #[inline]
            fn to_word(self) -> i64 {
                i64::from(self.to_bits())
            }
            #[inline]
            fn from_word(word: i64) -> Self {
                Self::from_bits(word as $Bits)
            }
            fn to_real(self) -> f64 {
                self.to_bits() as f64 / steps_per_unit($fraction_bits) as f64
            }
            fn minus(self, other: Self) -> f64 {
                // Division by a power of two is exact.
                self.to_bits().minus(other.to_bits()) / steps_per_unit($fraction_bits) as f64
            }
            fn above(self, by: f64) -> Self {
                Self::from_bits(self.to_bits().above(by * steps_per_unit($fraction_bits) as f64))
            }
            fn below(self, by: f64) -> Self {
                Self::from_bits(self.to_bits().below(by * steps_per_unit($fraction_bits) as f64))
            }
            fn saturating_add(self, other: Self) -> Self {
                Self::from_bits(self.to_bits().saturating_add(other.to_bits()))
            }
            fn saturating_sub(self, other: Self) -> Self {
                Self::from_bits(self.to_bits().saturating_sub(other.to_bits()))
            }
            fn saturating_times(self, factor: u32) -> Self {
                Self::from_bits(self.to_bits().saturating_times(factor))
            }
            fn saturating_256ths(self, factor: u32) -> Self {
                Self::from_bits(self.to_bits().saturating_256ths(factor))
            }
            fn midpoint(self, high: Self) -> Self {
                Self::from_bits(Scalar::midpoint(self.to_bits(), high.to_bits()))
            }
            fn snap_down(self, cell: Self) -> Self {
                Self::from_bits(self.to_bits().snap_down(cell.to_bits()))
            }
            fn snap_up(self, cell: Self) -> Self {
                Self::from_bits(self.to_bits().snap_up(cell.to_bits()))
            }
        }
    };
}

const fn steps_per_unit(fraction_bits: u32) -> u128 {
    1 << fraction_bits
}

scalar_of_steps!([const FRAC: u32] Fixed<FRAC>, i64, FRAC);

#[cfg(feature = "fixed")]
mod crate_fixed {
    use fixed::types::extra::{LeEqU32, LeEqU64};
    use fixed::{FixedI32, FixedI64};

    use super::steps_per_unit;
    use crate::geometry::scalar::encoding::Encoding;
    use crate::geometry::scalar::sealed::Sealed;
    use crate::geometry::scalar::traits::Scalar;

    scalar_of_steps!([Fraction: LeEqU32 + Send + Sync] FixedI32<Fraction>, i32, Self::FRAC_NBITS);
    scalar_of_steps!([Fraction: LeEqU64 + Send + Sync] FixedI64<Fraction>, i64, Self::FRAC_NBITS);
}
