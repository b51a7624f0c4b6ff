//! Coordinates: what a structure may do with a number, and nothing more.

use crate::geometry::encoding::Encoding;
use crate::simd::Key;
use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Sub};

/// A coordinate: `f32`, `f64`, `i32`, `i64` or [`Fixed`](crate::Fixed), and with the feature
/// `fixed` `FixedI32` and `FixedI64` of that crate.
///
/// Structures only compare coordinates. Whatever must be measured (an area, a distance, a ray
/// parameter) goes through [`minus`](Scalar::minus) or [`to_real`](Scalar::to_real), which are
/// monotone, so a box is never measured as farther away than a box around it and pruning agrees
/// exactly with the leaf test.
///
/// Implementations must keep these laws, which `tests/it/laws.rs` checks for the ones above:
/// * comparison is total on the values for which [`is_nan`](Scalar::is_nan) is false;
/// * `a <= b` implies `a.to_real() <= b.to_real()` and `a.minus(c) <= b.minus(c)` and
///   `c.minus(b) <= c.minus(a)`, where these are numbers;
/// * `MIN <= a <= MAX`; saturating operations stay between them and never wrap;
/// * `from_word(a.to_word())` has the bits of `a`, and `a < b` implies `a.to_word() < b.to_word()`.
pub trait Scalar: Copy + PartialOrd + Default + Debug + Display + Send + Sync + 'static {
    /// What measures come in: `f32` for `f32`, `f64` for everything else.
    type Real: Real;
    /// An integer of the same size, or a larger one.
    type Key: Key;
    /// The least coordinate: minus infinity for floats.
    const MIN: Self;
    /// The greatest coordinate: infinity for floats.
    const MAX: Self;
    /// A tenth of a unit, as near as the type comes: 0 for integers.
    const TENTH: Self;
    /// One unit.
    const UNIT: Self;
    /// What [`to_word`](Self::to_word) means, for files.
    const ENCODING: Encoding;

    /// An integer with `a < b` exactly if `a.key() < b.key()`, whatever it is for what is not a
    /// number.
    fn key(self) -> Self::Key;
    /// The bits as an integer in the order of the values, for files: unlike [`key`](Self::key), it
    /// tells 0 from -0.
    fn to_word(self) -> i64;
    /// The value that a word came from. Of an integer that no value has as its word, the lower bits
    /// count.
    fn from_word(word: i64) -> Self;
    /// Whether this is not a number at all; never true for integers.
    fn is_nan(self) -> bool;
    /// Whether this is a number other than an infinity; always true for integers.
    fn is_finite(self) -> bool;
    /// The coordinate as a real, rounded to nearest.
    fn to_real(self) -> Self::Real;
    /// The difference `self - other` as a real, exact before it is rounded once: far from the
    /// origin nothing is lost.
    fn minus(self, other: Self) -> Self::Real;
    /// The sum, or the nearest end of the range.
    fn saturating_add(self, other: Self) -> Self;
    /// The difference, or the nearest end of the range.
    fn saturating_sub(self, other: Self) -> Self;
    /// The product with a whole number, or the nearest end of the range.
    fn saturating_times(self, factor: u32) -> Self;
    /// A coordinate in the middle of two finite ones, `low <= high`: not below the one and not
    /// above the other.
    fn midpoint(self, high: Self) -> Self;
    /// The greatest multiple of `cell` that is not above `self`, or `self` where there is none in
    /// range or `cell` is not positive.
    fn snap_down(self, cell: Self) -> Self;
    /// The least multiple of `cell` that is not below `self`, or `self` where there is none in
    /// range or `cell` is not positive.
    fn snap_up(self, cell: Self) -> Self;
}

/// What measures come in: `f32` or `f64`.
///
/// Only IEEE basic operations are used on it, so a measure has the same bits on every machine.
pub trait Real:
    Scalar<Real = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + sealed::Sealed
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// 0.5.
    const HALF: Self;
    /// Larger than every finite value.
    const INFINITY: Self;

    /// The nearest real to `value`, an infinity where it is out of range.
    fn from_f64(value: f64) -> Self;
    /// The same value with more bits.
    fn to_f64(self) -> f64;
    /// The integer part, cut to the range of `u32`.
    fn to_u32(self) -> u32;
    /// The nearest whole number of those from 0 to `most`, which is at most 2^22; 0 for what is not
    /// a number. Without a branch.
    fn nearest_up_to(self, most: u32) -> u32;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! float_scalar {
    ($float:ty, $key:ty, $whole_from:expr) => {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "casts are to a narrower float, or of whole numbers in range"
        )]
        impl Scalar for $float {
            type Real = $float;
            type Key = $key;
            const MIN: Self = <$float>::NEG_INFINITY;
            const MAX: Self = <$float>::INFINITY;
            const TENTH: Self = 0.1;
            const UNIT: Self = 1.0;
            const ENCODING: Encoding = Encoding::Float { bits: <$key>::BITS };

            #[inline]
            fn key(self) -> $key {
                // Of two negative floats the one with the larger magnitude is less. Adding zero
                // makes -0 the same as 0.
                let bits = (self + 0.0).to_bits().cast_signed();
                bits ^ (bits >> (<$key>::BITS - 1) & <$key>::MAX)
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
            fn is_nan(self) -> bool {
                <$float>::is_nan(self)
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
            fn saturating_add(self, other: Self) -> Self {
                self + other
            }
            fn saturating_sub(self, other: Self) -> Self {
                self - other
            }
            fn saturating_times(self, factor: u32) -> Self {
                self * factor as $float
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
                // From here on a float has no fraction left, and an infinity or a NaN has no
                // lattice.
                if !(cell > 0.0 && cell.is_finite() && quotient.abs() < $whole_from) {
                    return self;
                }
                let near = quotient as i64 as $float;
                // The quotient has been cut and may have been rounded across a lattice line: three
                // lines come into question.
                let lines = [near + 1.0, near, near - 1.0].map(|number| number * cell);
                lines
                    .into_iter()
                    .find(|line| *line <= self && line.is_finite())
                    .unwrap_or(self)
            }
            fn snap_up(self, cell: Self) -> Self {
                -(-self).snap_down(cell)
            }
        }

        #[allow(
            clippy::cast_possible_truncation,
            reason = "rounding and cutting to the range are what these functions are for"
        )]
        impl Real for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const INFINITY: Self = <$float>::INFINITY;

            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn to_f64(self) -> f64 {
                self as f64
            }
            fn to_u32(self) -> u32 {
                self as u32
            }
            #[inline]
            fn nearest_up_to(self, most: u32) -> u32 {
                let most = most as $float;
                let above_zero = if self > 0.0 { self } else { 0.0 };
                let cut = if above_zero < most { above_zero } else { most };
                // Among floats of this size the last bit counts ones.
                (cut + $whole_from).to_bits() as u32 & ((1 << 23) - 1)
            }
        }
    };
}
float_scalar!(f32, i32, 8_388_608.0); // 2^23
float_scalar!(f64, i64, 4_503_599_627_370_496.0); // 2^52

macro_rules! integer_scalar {
    ($int:ty, $wide:ty) => {
        impl Scalar for $int {
            type Real = f64;
            type Key = $int;
            const MIN: Self = <$int>::MIN;
            const MAX: Self = <$int>::MAX;
            const TENTH: Self = 0;
            const UNIT: Self = 1;
            const ENCODING: Encoding = Encoding::Fixed {
                bits: <$int>::BITS,
                fraction: 0,
            };

            #[inline]
            fn key(self) -> $int {
                self
            }
            #[inline]
            fn to_word(self) -> i64 {
                i64::from(self)
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the lower bits count")]
            fn from_word(word: i64) -> Self {
                word as $int
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
            fn saturating_add(self, other: Self) -> Self {
                <$int>::saturating_add(self, other)
            }
            fn saturating_sub(self, other: Self) -> Self {
                <$int>::saturating_sub(self, other)
            }
            fn saturating_times(self, factor: u32) -> Self {
                let limit = if self < 0 { <$int>::MIN } else { <$int>::MAX };
                <$int>::try_from(factor)
                    .ok()
                    .and_then(|factor| self.checked_mul(factor))
                    .unwrap_or(if self == 0 { 0 } else { limit })
            }
            fn midpoint(self, high: Self) -> Self {
                (self & high) + ((self ^ high) >> 1)
            }
            fn snap_down(self, cell: Self) -> Self {
                if cell <= 0 {
                    self
                } else {
                    self.checked_sub(self.rem_euclid(cell)).unwrap_or(self)
                }
            }
            fn snap_up(self, cell: Self) -> Self {
                if cell <= 0 {
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
integer_scalar!(i32, i64);
integer_scalar!(i64, i128);
