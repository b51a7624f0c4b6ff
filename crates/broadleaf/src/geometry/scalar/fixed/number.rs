//! The fixed-point number and its arithmetic.

/// A fixed-point number: an `i64` that counts steps of 2<sup>-`FRAC`</sup>. `FRAC` is at most 62.
///
/// No operation wraps or panics, and results have the same bits on every machine, in debug and in
/// release builds. The operators `+ - * /` and the functions `saturating_…` stop at the nearest end
/// of the range; the functions `checked_…` return `None` instead. Sums and differences are exact.
/// Products, quotients and roots are rounded toward minus infinity.
///
/// Numbers compare as integers: pairs, events, overlaps with boxes and points, and margins involve
/// no float. Ray parameters and distances are `f64`, computed from exact differences that are
/// rounded once. `docs/internals/fixed-point.md` describes the precision far from the origin.
///
/// With the feature `serde`, a number is decimal text in human-readable formats, and its bits in
/// other formats.
///
/// # Layout
/// `repr(transparent)` over `i64`. With the feature `bytemuck`, a slice of numbers can be cast to a
/// slice of `i64`.
///
/// ```
/// use broadleaf::Fixed;
/// type Meters = Fixed<16>;
/// let height: Meters = "1.75".parse()?;
/// assert_eq!(height.to_bits(), 7 << 14);
/// let half = Meters::from_ratio(1, 2).unwrap();
/// assert_eq!((height + half * height).to_string(), "2.625");
/// assert_eq!(Meters::MAX + height, Meters::MAX);
/// assert_eq!(Meters::MAX.checked_add(height), None);
/// # Ok::<(), broadleaf::geometry::InvalidFixed>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Fixed<const FRAC: u32>(i64);

impl<const FRAC: u32> Fixed<FRAC> {
    /// The least value.
    pub const MIN: Self = Self(i64::MIN);
    /// The greatest value.
    pub const MAX: Self = Self(i64::MAX);
    /// 0.
    pub const ZERO: Self = Self(0);
    /// One unit.
    pub const ONE: Self = Self(Self::STEPS_PER_UNIT);
    /// The smallest positive value: the difference between two neighbouring numbers.
    pub const STEP: Self = Self(1);
    pub(super) const STEPS_PER_UNIT: i64 = {
        assert!(FRAC <= 62, "Fixed has at most 62 fractional bits");
        1 << FRAC
    };

    /// The number with this many steps: `bits` / 2<sup>`FRAC`</sup>.
    #[must_use]
    pub const fn from_bits(bits: i64) -> Self {
        Self(bits)
    }

    /// The number of steps of 2<sup>-`FRAC`</sup>.
    #[must_use]
    pub const fn to_bits(self) -> i64 {
        self.0
    }

    /// The whole number `value`, or the nearest end of the range.
    #[must_use]
    pub const fn from_int(value: i32) -> Self {
        Self((value as i64).saturating_mul(Self::STEPS_PER_UNIT))
    }

    /// The quotient of two integers, rounded down; `None` if it is out of range or the denominator
    /// is 0.
    #[must_use]
    pub const fn from_ratio(numerator: i64, denominator: i64) -> Option<Self> {
        Self(numerator).checked_div(Self(denominator))
    }

    /// The greatest number that is not above `value`; `None` if `value` is out of range or NaN.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let steps = value * Self::STEPS_PER_UNIT as f64;
        // Half-open, because -2^63 is a float and 2^63 - 1 is not.
        let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&steps);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the result is used only if it is in range"
        )]
        let truncated = in_range.then_some(steps as i64)?;
        Some(Self(if truncated as f64 > steps {
            truncated - 1
        } else {
            truncated
        }))
    }

    /// The value as a float, rounded to nearest.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::STEPS_PER_UNIT as f64
    }

    /// The greatest whole number that is not above this.
    #[must_use]
    pub const fn floor(self) -> i64 {
        self.0 >> FRAC
    }

    /// The sum, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The sum; `None` if it is out of range.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::from_wide(self.0 as i128 + other.0 as i128)
    }

    /// The difference, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The difference; `None` if it is out of range.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::from_wide(self.0 as i128 - other.0 as i128)
    }

    /// The product, rounded down, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_mul(self, other: Self) -> Self {
        Self::nearest(self.product(other))
    }

    /// The product, rounded down; `None` if it is out of range.
    #[must_use]
    pub const fn checked_mul(self, other: Self) -> Option<Self> {
        Self::from_wide(self.product(other))
    }

    /// The quotient, rounded down, or the nearest end of the range. Division by 0 gives `MAX` for a
    /// positive number, `MIN` for a negative one and 0 for 0.
    #[must_use]
    pub const fn saturating_div(self, other: Self) -> Self {
        match self.quotient(other) {
            Some(quotient) => Self::nearest(quotient),
            None => Self::nearest(self.0.signum() as i128 * i128::MAX),
        }
    }

    /// The quotient, rounded down; `None` if it is out of range or `other` is 0.
    #[must_use]
    pub const fn checked_div(self, other: Self) -> Option<Self> {
        match self.quotient(other) {
            Some(quotient) => Self::from_wide(quotient),
            None => None,
        }
    }

    /// The square root, rounded down; `None` for a negative number.
    #[must_use]
    pub const fn sqrt(self) -> Option<Self> {
        match ((self.0 as i128) << FRAC).checked_isqrt() {
            Some(root) => Self::from_wide(root),
            None => None,
        }
    }

    /// The absolute value; `MAX` for `MIN`.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// The product in steps, rounded down. It cannot overflow, because each factor is at most 2^63.
    const fn product(self, other: Self) -> i128 {
        (self.0 as i128 * other.0 as i128) >> FRAC
    }

    /// The quotient in steps, rounded down; `None` if `other` is 0. The numerator is at most 2^125.
    const fn quotient(self, other: Self) -> Option<i128> {
        let (numerator, denominator) = ((self.0 as i128) << FRAC, other.0 as i128);
        if denominator == 0 {
            return None;
        }
        let cut = numerator / denominator;
        let is_below = numerator % denominator != 0 && (numerator < 0) != (denominator < 0);
        Some(cut - is_below as i128)
    }

    /// The number with these steps; `None` if it is out of range.
    pub(super) const fn from_wide(steps: i128) -> Option<Self> {
        let nearest = Self::nearest(steps);
        if nearest.0 as i128 == steps {
            Some(nearest)
        } else {
            None
        }
    }

    /// The number nearest to these steps.
    const fn nearest(steps: i128) -> Self {
        if steps > i64::MAX as i128 {
            Self::MAX
        } else if steps < i64::MIN as i128 {
            Self::MIN
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "compared above")]
            Self(steps as i64)
        }
    }
}
