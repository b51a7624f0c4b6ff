//! Integers as coordinates.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the lower bits of a word decide, as `Scalar::from_word` says"
)]

use super::encoding::Encoding;
use super::sealed::Sealed;
use super::traits::Scalar;

/// `$key` and `$word` convert an integer into its key and into its word, `$from_key` and
/// `$from_word` back. Every
/// difference of two integers is in the range of `$wide`.
macro_rules! integer_scalar {
    ($int:ty, $wide:ty, $encoding:expr, $Key:ty, $key:expr, $from_key:expr, $word:expr, $from_word:expr) => {
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
            const ENCODING: Encoding = $encoding;

            #[inline]
            fn key(self) -> $Key {
                $key(self)
            }
            #[inline]
            fn to_lane(self) -> $Key {
                $key(self)
            }
            #[inline]
            fn from_lane(lane: $Key) -> Self {
                $from_key(lane)
            }
            #[inline]
            fn to_word(self) -> i64 {
                $word(self)
            }
            #[inline]
            fn from_word(word: i64) -> Self {
                $from_word(word)
            }
            fn is_nan(self) -> bool {
                false
            }
            fn is_finite(self) -> bool {
                true
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
            fn wide_minus(self, other: Self) -> f64 {
                self.minus(other)
            }
            fn above(self, by: f64) -> Self {
                // NaN is no distance, so nothing is beyond it.
                let steps = if by.is_nan() {
                    i128::MAX
                } else {
                    by.next_up() as i128
                };
                let end = i128::from(self).saturating_add(steps);
                end.min(<$int>::MAX.into()) as $int
            }
            fn below(self, by: f64) -> Self {
                let steps = if by.is_nan() {
                    i128::MAX
                } else {
                    by.next_up() as i128
                };
                let end = i128::from(self).saturating_sub(steps);
                end.max(<$int>::MIN.into()) as $int
            }
            fn saturating_add(self, other: Self) -> Self {
                <$int>::saturating_add(self, other)
            }
            fn saturating_sub(self, other: Self) -> Self {
                <$int>::saturating_sub(self, other)
            }
            fn saturating_times(self, factor: u32) -> Self {
                let end = if self < 1 { <$int>::MIN } else { <$int>::MAX };
                <$int>::try_from(factor)
                    .ok()
                    .and_then(|factor| self.checked_mul(factor))
                    .unwrap_or(if self == 0 { 0 } else { end })
            }
            fn saturating_256ths(self, factor: u32) -> Self {
                let product = i128::from(self) * i128::from(factor) / 256;
                let in_range = product.clamp(<$int>::MIN.into(), <$int>::MAX.into());
                in_range as $int
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

macro_rules! signed_scalar {
    ($int:ty, $wide:ty, $Key:ty) => {
        integer_scalar!(
            $int,
            $wide,
            Encoding::Fixed {
                bits: <$int>::BITS,
                fraction: 0,
            },
            $Key,
            <$Key>::from,
            |key: $Key| key as $int,
            i64::from,
            |word| word as $int
        );
    };
}
signed_scalar!(i8, i16, i32);
signed_scalar!(i16, i32, i32);
signed_scalar!(i32, i64, i32);
signed_scalar!(i64, i128, i64);

macro_rules! unsigned_scalar {
    ($int:ty, $wide:ty, $Key:ty, $key:expr, $from_key:expr, $word:expr, $from_word:expr) => {
        integer_scalar!(
            $int,
            $wide,
            Encoding::Unsigned { bits: <$int>::BITS },
            $Key,
            $key,
            $from_key,
            $word,
            $from_word
        );
    };
}
unsigned_scalar!(
    u8,
    i16,
    i32,
    i32::from,
    |key: i32| key as u8,
    i64::from,
    |word| word as u8
);
unsigned_scalar!(
    u16,
    i32,
    i32,
    i32::from,
    |key: i32| key as u16,
    i64::from,
    |word| word as u16
);
// Flipping the highest bit maps the unsigned order to the signed one.
unsigned_scalar!(
    u32,
    i64,
    i32,
    |value: u32| (value ^ 1_u32 << 31).cast_signed(),
    |key: i32| key.cast_unsigned() ^ 1_u32 << 31,
    i64::from,
    |word| word as u32
);
unsigned_scalar!(
    u64,
    i128,
    i64,
    |value: u64| (value ^ 1_u64 << 63).cast_signed(),
    |key: i64| key.cast_unsigned() ^ 1_u64 << 63,
    |value: u64| (value ^ 1_u64 << 63).cast_signed(),
    |word: i64| word.cast_unsigned() ^ 1 << 63
);
