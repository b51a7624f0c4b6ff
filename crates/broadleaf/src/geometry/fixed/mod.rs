//! Fixed point: an integer with a unit.

mod operators;
mod scalar;
mod text;

pub use self::text::InvalidFixed;

/// A fixed-point number: an `i64` counting steps of 2<sup>-`FRAC`</sup>. `FRAC` is at most 62.
///
/// No operation wraps, none panics, and each has the same bits on every machine, in debug and in
/// release. The operators `+ - * /` and the functions `saturating_…` stop at the nearest end of the
/// range; the functions `checked_…` say `None` instead. Sums and differences are exact, products,
/// quotients and roots are rounded down, so that a number is never nearer to zero on one side of
/// the origin than on the other.
///
/// Comparisons are the integer's: [`pairs`](crate::BroadPhase::pairs), events, overlaps with boxes
/// and points, and margins are decided without a float. Rays and distances are `f64`, exact
/// differences rounded once: `docs/design/fixed-point.md` says what that means far from the origin.
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
pub struct Fixed<const FRAC: u32>(i64);

impl<const FRAC: u32> Fixed<FRAC> {
    /// The least value.
    pub const MIN: Self = Self(i64::MIN);
    /// The greatest value.
    pub const MAX: Self = Self(i64::MAX);
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// One unit.
    pub const ONE: Self = Self(Self::STEPS_PER_UNIT);
    /// The difference between neighbours.
    pub const STEP: Self = Self(1);
    const STEPS_PER_UNIT: i64 = {
        assert!(FRAC <= 62, "Fixed has at most 62 fractional bits");
        1 << FRAC
    };

    /// The number that is `bits` steps.
    #[must_use]
    pub const fn from_bits(bits: i64) -> Self {
        Self(bits)
    }

    /// How many steps this is.
    #[must_use]
    pub const fn to_bits(self) -> i64 {
        self.0
    }

    /// The whole number `value`, or the nearest end of the range.
    #[must_use]
    pub const fn from_int(value: i32) -> Self {
        Self((value as i64).saturating_mul(Self::STEPS_PER_UNIT))
    }

    /// The fraction, rounded down; `None` if it is out of range or the denominator is 0.
    #[must_use]
    pub const fn from_ratio(numerator: i64, denominator: i64) -> Option<Self> {
        Self(numerator).checked_div(Self(denominator))
    }

    /// The nearest step below or at `value`; `None` if `value` is out of range or not a number.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let steps = value * Self::STEPS_PER_UNIT as f64;
        // -2^63 is a float, 2^63 - 1 is not: hence a half-open range.
        let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&steps);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "used only where it is in range"
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

    /// The sum, if it is in range.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::from_wide(self.0 as i128 + other.0 as i128)
    }

    /// The difference, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The difference, if it is in range.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::from_wide(self.0 as i128 - other.0 as i128)
    }

    /// The product, rounded down, or the nearest end of the range.
    #[must_use]
    pub const fn saturating_mul(self, other: Self) -> Self {
        Self::nearest(self.product(other))
    }

    /// The product, rounded down, if it is in range.
    #[must_use]
    pub const fn checked_mul(self, other: Self) -> Option<Self> {
        Self::from_wide(self.product(other))
    }

    /// The quotient, rounded down, or the nearest end of the range. Divided by 0 a positive number
    /// is `MAX`, a negative one `MIN`, and 0 stays 0.
    #[must_use]
    pub const fn saturating_div(self, other: Self) -> Self {
        match self.quotient(other) {
            Some(quotient) => Self::nearest(quotient),
            None => Self::nearest(self.0.signum() as i128 * i128::MAX),
        }
    }

    /// The quotient, rounded down, if it is in range; `None` by 0.
    #[must_use]
    pub const fn checked_div(self, other: Self) -> Option<Self> {
        match self.quotient(other) {
            Some(quotient) => Self::from_wide(quotient),
            None => None,
        }
    }

    /// The square root, rounded down; `None` of a negative number.
    #[must_use]
    pub const fn sqrt(self) -> Option<Self> {
        match ((self.0 as i128) << FRAC).checked_isqrt() {
            Some(root) => Self::from_wide(root),
            None => None,
        }
    }

    /// The distance from 0; of `MIN` it is `MAX`.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// In steps, rounded down. In range, since each factor is below 2^63.
    const fn product(self, other: Self) -> i128 {
        (self.0 as i128 * other.0 as i128) >> FRAC
    }

    /// In steps, rounded down. The numerator is at most 2^125.
    const fn quotient(self, other: Self) -> Option<i128> {
        let (numerator, denominator) = ((self.0 as i128) << FRAC, other.0 as i128);
        if denominator == 0 {
            return None;
        }
        let cut = numerator / denominator;
        let is_below = numerator % denominator != 0 && (numerator < 0) != (denominator < 0);
        Some(cut - is_below as i128)
    }

    const fn from_wide(steps: i128) -> Option<Self> {
        let nearest = Self::nearest(steps);
        if nearest.0 as i128 == steps {
            Some(nearest)
        } else {
            None
        }
    }

    const fn nearest(steps: i128) -> Self {
        if steps > i64::MAX as i128 {
            Self::MAX
        } else if steps < i64::MIN as i128 {
            Self::MIN
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
            Self(steps as i64)
        }
    }
}
