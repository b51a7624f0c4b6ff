//! Factors with a fraction that mean the same on every machine.

use core::fmt;

/// A factor from 0 to 2<sup>24</sup> − 1/256, in 256ths.
///
/// A product with an integer or a fixed-point number is exact, then rounded toward 0. A product
/// with a float is rounded to nearest. Both stay in the range of the type, and both grow with the
/// multiplier.
///
/// A whole number converts by `into()`, any other number by `try_into()`, which rounds to the
/// nearest 256th.
///
/// ```
/// use broadleaf::broad_phase::Multiplier;
/// let half = Multiplier::try_from(0.5)?;
/// assert_eq!((half, half.to_256ths()), (Multiplier::from_256ths(128), 128));
/// assert_eq!(Multiplier::try_from(2.3)?.to_string(), "2.30078125");
/// assert!(half < Multiplier::from(1));
/// assert!(Multiplier::try_from(-1.0).is_err());
/// # Ok::<(), broadleaf::broad_phase::InvalidMultiplier>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Multiplier(u32);

impl Multiplier {
    /// The greatest multiplier: 2<sup>24</sup> − 1/256.
    pub const MAX: Self = Self(u32::MAX);

    /// The multiplier `factor` / 256.
    #[must_use]
    pub const fn from_256ths(factor: u32) -> Self {
        Self(factor)
    }

    /// The factor in 256ths.
    #[must_use]
    pub const fn to_256ths(self) -> u32 {
        self.0
    }

    /// The exact factor as a float.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 256.0
    }
}

impl From<u32> for Multiplier {
    /// The whole number; [`MAX`](Self::MAX) if it is 2<sup>24</sup> or greater.
    fn from(whole: u32) -> Self {
        Self(whole.saturating_mul(256))
    }
}

impl TryFrom<f64> for Multiplier {
    type Error = InvalidMultiplier;

    /// The nearest multiplier; the greater one if two are equally near.
    ///
    /// # Errors
    /// If the number is negative, NaN, or nearer to 2<sup>24</sup> than to [`MAX`](Self::MAX).
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in range, and meant to cut off the fraction"
    )]
    fn try_from(value: f64) -> Result<Self, InvalidMultiplier> {
        let parts = value * 256.0;
        if !(0.0..=f64::from(u32::MAX)).contains(&parts) {
            return Err(InvalidMultiplier(value));
        }
        let whole = parts as u32;
        let rounds_up = parts - f64::from(whole) >= 0.5;
        Ok(Self(whole + u32::from(rounds_up)))
    }
}

impl From<Multiplier> for f64 {
    fn from(multiplier: Multiplier) -> Self {
        multiplier.to_f64()
    }
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f64(), f)
    }
}

impl fmt::Debug for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Multiplier").field(&self.to_f64()).finish()
    }
}

/// The error for a number that is not a [`Multiplier`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InvalidMultiplier(f64);

impl fmt::Display for InvalidMultiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a multiplier is a number from 0 to {}, not {}",
            Multiplier::MAX,
            self.0
        )
    }
}

impl core::error::Error for InvalidMultiplier {}

#[cfg(test)]
#[path = "tests/multiplier.rs"]
mod tests;
