//! Fixed point: an integer with a unit.

use core::fmt;

use super::{Encoding, Scalar};

/// A fixed-point number: an `i64` counting steps of 2<sup>-`FRAC`</sup>.
///
/// Comparisons are the integer's, so boxes, overlaps, pairs and events in fixed point use no float at all and are the same
/// on every machine. Sums saturate, nothing wraps. `FRAC` is at most 62.
///
/// ```
/// use broadleaf::Fixed;
/// type Meters = Fixed<16>;
/// let half = Meters::from_f64(0.5).unwrap();
/// assert_eq!(half.to_bits(), 1 << 15);
/// assert_eq!(half.saturating_add(Meters::from_int(2)).to_f64(), 2.5);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed<const FRAC: u32>(i64);

impl<const FRAC: u32> Fixed<FRAC> {
    /// The least value.
    pub const MIN: Self = Self(i64::MIN);
    /// The greatest value.
    pub const MAX: Self = Self(i64::MAX);
    const STEPS_PER_UNIT: i64 = {
        assert!(FRAC <= 62, "Fixed has at most 62 fractional bits");
        1 << FRAC
    };

    /// The number that is `bits` steps.
    pub const fn from_bits(bits: i64) -> Self {
        Self(bits)
    }

    /// How many steps this is.
    pub const fn to_bits(self) -> i64 {
        self.0
    }

    /// The whole number `value`, or the nearest end of the range.
    #[must_use]
    pub const fn from_int(value: i32) -> Self {
        Self((value as i64).saturating_mul(Self::STEPS_PER_UNIT))
    }

    /// The nearest step below or at `value`; `None` if `value` is out of range or not a number.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let steps = value * Self::STEPS_PER_UNIT as f64;
        // -2^63 is a float, 2^63 - 1 is not: hence a half-open range.
        let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&steps);
        #[expect(clippy::cast_possible_truncation, reason = "used only where it is in range")]
        let truncated = in_range.then_some(steps as i64)?;
        Some(Self(if truncated as f64 > steps { truncated - 1 } else { truncated }))
    }

    /// The value as a float, rounded to nearest.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::STEPS_PER_UNIT as f64
    }

    /// The sum, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The product, rounded down, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_mul(self, other: Self) -> Self {
        let product = (self.0 as i128 * other.0 as i128) >> FRAC;
        if product > i64::MAX as i128 {
            Self::MAX
        } else if product < i64::MIN as i128 {
            Self::MIN
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
            Self(product as i64)
        }
    }
}

impl<const FRAC: u32> fmt::Debug for Fixed<FRAC> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} / 2^{FRAC})", self.to_f64(), self.0)
    }
}

impl<const FRAC: u32> fmt::Display for Fixed<FRAC> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_f64().fmt(f)
    }
}

impl<const FRAC: u32> Scalar for Fixed<FRAC> {
    type Real = f64;
    type Key = i64;
    const MIN: Self = Self::MIN;
    const MAX: Self = Self::MAX;
    const TENTH: Self = Self((Self::STEPS_PER_UNIT + 5) / 10);
    const UNIT: Self = Self(Self::STEPS_PER_UNIT);
    const ENCODING: Encoding = Encoding::Fixed { bits: 64, fraction: FRAC };

    fn key(self) -> i64 {
        self.0
    }
    #[inline]
    fn to_word(self) -> i64 {
        self.0
    }
    #[inline]
    fn from_word(word: i64) -> Self {
        Self(word)
    }
    fn is_nan(self) -> bool {
        false
    }
    fn is_finite(self) -> bool {
        true
    }
    fn to_real(self) -> f64 {
        self.to_f64()
    }
    fn minus(self, other: Self) -> f64 {
        // Dividing by a power of two is exact.
        self.0.minus(other.0) / Self::STEPS_PER_UNIT as f64
    }
    fn saturating_add(self, other: Self) -> Self {
        self.saturating_add(other)
    }
    fn saturating_sub(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
    fn saturating_times(self, factor: u32) -> Self {
        Self(self.0.saturating_times(factor))
    }
    fn midpoint(self, high: Self) -> Self {
        Self(Scalar::midpoint(self.0, high.0))
    }
    fn snap_down(self, cell: Self) -> Self {
        Self(self.0.snap_down(cell.0))
    }
    fn snap_up(self, cell: Self) -> Self {
        Self(self.0.snap_up(cell.0))
    }
}
