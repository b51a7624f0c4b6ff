//! Integers as coordinates.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "the lower bits of a word or key decide: see `Scalar::from_word`"
)]

use super::encoding::Encoding;
use super::sealed::Sealed;
use super::traits::Scalar;

/// Implements [`Scalar`] for an integer. Every difference of two integers must be in the range of
/// `$wide`.
///
/// Keys and words are signed. If an unsigned integer is as wide as its key, its highest bit is
/// flipped, which maps the unsigned order to the signed one. Narrower unsigned integers are
/// positive keys, and signed integers are keys already.
macro_rules! integer_scalar {
    ($int:ty, $wide:ty, $Key:ty) => {
        impl Sealed for $int {}

        impl Scalar for $int {
            type Real = f64;
            type Key = $Key;
            type Lane = $Key;
            const LANE_UNIT: f64 = 1.0;
            const MIN: Self = <$int>::MIN;
            const MAX: Self = <$int>::MAX;
            const TENTH: Self = 0;
            const UNIT: Self = 1;
            const ENCODING: Encoding = match <$int>::MIN {
                0 => Encoding::Unsigned { bits: <$int>::BITS },
                _ => Encoding::Fixed {
                    bits: <$int>::BITS,
                    fraction: 0,
                },
            };

            #[inline]
            fn key(self) -> $Key {
                self as $Key ^ flipped(<$int>::MIN == 0, <$int>::BITS, <$Key>::BITS) as $Key
            }
            #[inline]
            fn to_lane(self) -> $Key {
                self.key()
            }
            #[inline]
            fn from_lane(lane: $Key) -> Self {
                (lane ^ flipped(<$int>::MIN == 0, <$int>::BITS, <$Key>::BITS) as $Key) as $int
            }
            #[inline]
            fn to_word(self) -> i64 {
                self as i64 ^ flipped(<$int>::MIN == 0, <$int>::BITS, i64::BITS)
            }
            #[inline]
            fn from_word(word: i64) -> Self {
                (word ^ flipped(<$int>::MIN == 0, <$int>::BITS, i64::BITS)) as $int
            }
            fn to_real(self) -> f64 {
                self as f64
            }
            fn minus(self, other: Self) -> f64 {
                match self.checked_sub(other) {
                    Some(difference) => difference as f64,
                    None => (self as $wide - other as $wide) as f64,
                }
            }
            fn above(self, by: f64) -> Self {
                let end = i128::from(self).saturating_add(steps_beyond(by));
                end.min(<$int>::MAX.into()) as $int
            }
            fn below(self, by: f64) -> Self {
                let end = i128::from(self).saturating_sub(steps_beyond(by));
                end.max(<$int>::MIN.into()) as $int
            }
            fn saturating_add(self, other: Self) -> Self {
                <$int>::saturating_add(self, other)
            }
            fn saturating_sub(self, other: Self) -> Self {
                <$int>::saturating_sub(self, other)
            }
            fn saturating_times(self, factor: u32) -> Self {
                let product = i128::from(self) * i128::from(factor);
                product.clamp(<$int>::MIN.into(), <$int>::MAX.into()) as $int
            }
            fn saturating_256ths(self, factor: u32) -> Self {
                let product = i128::from(self) * i128::from(factor) / 256;
                product.clamp(<$int>::MIN.into(), <$int>::MAX.into()) as $int
            }
            fn midpoint(self, high: Self) -> Self {
                (self & high) + ((self ^ high) >> 1)
            }
            fn snap_down(self, cell: Self) -> Self {
                if cell < 1 {
                    self
                } else {
                    self.checked_sub(self.rem_euclid(cell)).unwrap_or(self)
                }
            }
            fn snap_up(self, cell: Self) -> Self {
                if cell < 1 {
                    return self;
                }
                match self.rem_euclid(cell) {
                    0 => self,
                    rest => self.checked_add(cell - rest).unwrap_or(self),
                }
            }
        }
    };
}
integer_scalar!(i8, i16, i32);
integer_scalar!(i16, i32, i32);
integer_scalar!(i32, i64, i32);
integer_scalar!(i64, i128, i64);
integer_scalar!(u8, i16, i32);
integer_scalar!(u16, i32, i32);
integer_scalar!(u32, i64, i32);
integer_scalar!(u64, i128, i64);

/// The bits to flip between an integer and a signed one that is at least as wide.
#[inline(always)]
const fn flipped(is_unsigned: bool, bits: u32, signed_bits: u32) -> i64 {
    if is_unsigned && bits == signed_bits {
        1 << (bits - 1)
    } else {
        0
    }
}

/// The number of whole steps that reach at least `by`. For NaN, the greatest number.
fn steps_beyond(by: f64) -> i128 {
    if by.is_nan() {
        i128::MAX
    } else {
        by.next_up() as i128
    }
}
