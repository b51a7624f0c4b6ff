//! The coordinate types and the operations on them that structures use.

use super::encoding::Encoding;
use super::sealed::Sealed;
use crate::simd::{Dispatch, Key};
use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Sub};

/// A coordinate: a float (`f32`, `f64`), an integer (`i8` to `i64`, `u8` to `u64`) or a fixed-point
/// number ([`Fixed`](crate::Fixed), and with the feature `fixed` the types `FixedI32` and
/// `FixedI64` of that crate).
///
/// The trait is sealed: other crates can use it as a bound but not implement it. It excludes
/// 128-bit types, because keys and words have at most 64 bits, and `isize` and `usize`, whose range
/// depends on the machine.
///
/// Structures only compare coordinates. Every measure (an area, a distance, a ray parameter) is
/// computed from [`minus`](Scalar::minus) or [`to_real`](Scalar::to_real). Both are monotone, so a
/// box never measures as nearer than a box around it, and pruning agrees exactly with the test of a
/// leaf.
///
/// Every type keeps these laws, which `tests/it/laws/scalars.rs` checks:
/// * comparison is total on the values for which [`is_nan`](Scalar::is_nan) is false;
/// * `a <= b` implies `a.to_real() <= b.to_real()`, `a.minus(c) <= b.minus(c)` and
///   `c.minus(b) <= c.minus(a)`, unless a difference is NaN;
/// * `MIN <= a <= MAX`; saturating operations stay in this range and never wrap.
///
/// Unsigned integers stop at 0. In particular, a displacement of unsigned coordinates has no
/// negative component.
pub trait Scalar:
    Sealed + Copy + PartialOrd + Default + Debug + Display + Send + Sync + 'static
{
    /// The type of measures: `f32` for `f32`, `f64` for all other types.
    type Real: Real;
    /// A signed integer in the order of the coordinates, at least as wide.
    #[doc(hidden)]
    type Key: Key;
    /// The number that is compared in lanes: a float itself, otherwise the key.
    #[doc(hidden)]
    type Lane: Dispatch<Real = Self::Real>;
    /// `a.minus(b)` divided by the difference of the lanes, which is a power of two.
    #[doc(hidden)]
    const LANE_UNIT: Self::Real;
    /// The least coordinate: minus infinity for floats.
    const MIN: Self;
    /// The greatest coordinate: infinity for floats.
    const MAX: Self;
    /// The coordinate nearest to a tenth of a unit: 0 for integers.
    #[doc(hidden)]
    const TENTH: Self;
    /// One unit.
    #[doc(hidden)]
    const UNIT: Self;
    /// The encoding of the coordinate in files.
    const ENCODING: Encoding;

    /// An integer with `a < b` exactly if `a.key() < b.key()`; any integer for NaN.
    #[doc(hidden)]
    fn key(self) -> Self::Key;
    /// The number in lanes: `a <= b` exactly if `a.to_lane() <= b.to_lane()`.
    #[doc(hidden)]
    fn to_lane(self) -> Self::Lane;
    /// The value with this lane. Law: `from_lane(a.to_lane())` has the bits of `a`. If no value has
    /// the lane, its lower bits decide.
    #[doc(hidden)]
    fn from_lane(lane: Self::Lane) -> Self;
    /// The bits as an integer in the order of the values, for files. Unlike [`key`](Self::key), it
    /// distinguishes 0 from -0. Law: `from_word(a.to_word())` has the bits of `a`, and `a < b`
    /// implies `a.to_word() < b.to_word()`.
    #[doc(hidden)]
    fn to_word(self) -> i64;
    /// The value with this word. If no value has the word, its lower bits decide.
    #[doc(hidden)]
    fn from_word(word: i64) -> Self;
    /// Whether this is NaN; always false except for floats.
    #[must_use]
    #[inline]
    #[expect(clippy::eq_op, reason = "NaN alone differs from itself")]
    fn is_nan(self) -> bool {
        self != self
    }
    /// Whether this is neither NaN nor infinite; always true except for floats.
    #[must_use]
    #[inline]
    fn is_finite(self) -> bool {
        true
    }
    /// The coordinate as a real, rounded to nearest.
    #[must_use]
    fn to_real(self) -> Self::Real;
    /// The difference `self - other` as a real. It is computed exactly and then rounded once, so
    /// its precision does not depend on the distance from the origin.
    #[must_use]
    fn minus(self, other: Self) -> Self::Real;
    /// The difference as an `f64`, computed exactly and then rounded once.
    #[must_use]
    #[doc(hidden)]
    fn wide_minus(self, other: Self) -> f64 {
        self.minus(other).to_f64()
    }
    /// A coordinate that is not less than any `x`, unless `x.wide_minus(self) > by`. Tight: the
    /// exact end is rounded up to the nearest coordinate. `by` must not be negative.
    #[must_use]
    #[doc(hidden)]
    fn above(self, by: f64) -> Self;
    /// A coordinate that is not greater than any `x`, unless `self.wide_minus(x) > by`. Tight, as
    /// [`above`](Self::above).
    #[must_use]
    #[doc(hidden)]
    fn below(self, by: f64) -> Self;
    /// The sum, or the nearest end of the range.
    #[must_use]
    fn saturating_add(self, other: Self) -> Self;
    /// The difference, or the nearest end of the range.
    #[must_use]
    fn saturating_sub(self, other: Self) -> Self;
    /// The product, or the nearest end of the range.
    #[must_use]
    #[doc(hidden)]
    fn saturating_times(self, factor: u32) -> Self;
    /// The product with `factor` / 256, or the nearest end of the range. Integers and fixed-point
    /// numbers are rounded toward 0.
    #[must_use]
    #[doc(hidden)]
    fn saturating_256ths(self, factor: u32) -> Self;
    /// The middle of two finite coordinates `self <= high`, rounded to a coordinate between them.
    #[must_use]
    #[doc(hidden)]
    fn midpoint(self, high: Self) -> Self;
    /// The greatest multiple of `cell` that is not above `self`, or `self` if `cell` is not
    /// positive or no multiple is in range.
    #[must_use]
    #[doc(hidden)]
    fn snap_down(self, cell: Self) -> Self;
    /// The least multiple of `cell` that is not below `self`, or `self` if `cell` is not positive
    /// or no multiple is in range.
    #[must_use]
    #[doc(hidden)]
    fn snap_up(self, cell: Self) -> Self;
}

/// A measure, such as an area, a distance or a ray parameter: `f32` or `f64`. Sealed, like
/// [`Scalar`].
///
/// It offers only the basic operations of IEEE 754, so a measure has the same bits on every
/// machine.
pub trait Real:
    Scalar<Real = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// 0.5.
    #[doc(hidden)]
    const HALF: Self;
    /// Infinity: larger than every finite value.
    const INFINITY: Self;
    /// Different values that are at least this have different squares, if the squares are finite.
    #[doc(hidden)]
    const MIN_SQUARABLE: Self;
    /// The distance from 1 to the next value.
    #[doc(hidden)]
    const EPSILON: Self;
    /// The least positive normal value. Rounding errors below it are not relative, but far less
    /// than it.
    #[doc(hidden)]
    const LEAST_NORMAL: Self;
    /// The greatest finite value.
    #[doc(hidden)]
    const GREATEST: Self;

    /// The real nearest to `value`; an infinity if it is out of range.
    #[must_use]
    fn from_f64(value: f64) -> Self;
    /// The same value as an `f64`.
    #[must_use]
    fn to_f64(self) -> f64;
    /// The least value above this; infinity and NaN are unchanged.
    #[must_use]
    #[doc(hidden)]
    fn next_up(self) -> Self;
    /// The greatest value below this; minus infinity and NaN are unchanged.
    #[must_use]
    #[doc(hidden)]
    fn next_down(self) -> Self;
    /// The integer part, clamped to the range of `u32`.
    #[must_use]
    #[doc(hidden)]
    fn to_u32(self) -> u32;
    /// The nearest whole number in `0..=most`, where `most` is at most 2^22; 0 for NaN. Branchless.
    #[must_use]
    #[doc(hidden)]
    fn nearest_up_to(self, most: u32) -> u32;
}
