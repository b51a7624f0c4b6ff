//! Fixed-point numbers as decimal text, exact in both directions.

use super::decimal::{Decimal, rounds_up};
use super::number::Fixed;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

impl<const FRAC: u32> fmt::Display for Fixed<FRAC> {
    /// Writes all digits of the value. With a precision, the nearest decimal with that number of
    /// digits after the point; of two equally near ones, the even one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut decimal = Decimal::new(self.to_bits().unsigned_abs(), FRAC);
        if let Some(digits) = f.precision() {
            decimal.round_to(digits);
        }
        f.pad_integral(*self >= Self::ZERO, "", &decimal.into_text())
    }
}

impl<const FRAC: u32> fmt::Debug for Fixed<FRAC> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} / 2^{FRAC})", self.to_bits())
    }
}

impl<const FRAC: u32> FromStr for Fixed<FRAC> {
    type Err = InvalidFixed;

    /// Parses a decimal number such as `-12.375`, rounded to the nearest number; of two equally
    /// near ones, the even one.
    ///
    /// # Errors
    /// If the text is not a decimal number, or the number is out of range.
    fn from_str(text: &str) -> Result<Self, InvalidFixed> {
        let invalid = |problem| InvalidFixed {
            text: text.into(),
            problem,
        };
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if magnitude.len() < 1 + usize::from(magnitude.contains('.'))
            || !are_digits(whole)
            || !are_digits(fraction)
        {
            return Err(invalid("not a decimal number"));
        }
        let whole = whole.bytes().try_fold(0_u64, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        let steps = whole.map(|whole| {
            i128::from(whole) * i128::from(Self::STEPS_PER_UNIT)
                + i128::from(fraction_steps(fraction, FRAC))
        });
        let signed = steps.map(|steps| if text.starts_with('-') { -steps } else { steps });
        signed
            .and_then(Self::from_wide)
            .ok_or_else(|| invalid("out of range"))
    }
}

/// The number of steps nearest to the fraction with these decimal digits.
fn fraction_steps(fraction: &str, fraction_bits: u32) -> u64 {
    let mut digits: Vec<u8> = fraction.bytes().map(|digit| digit - b'0').collect();
    let mut steps = 0;
    for _ in 0..fraction_bits {
        // Doubling the fraction carries its first binary digit across the point.
        let mut carry = 0;
        for digit in digits.iter_mut().rev() {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        steps = steps << 1 | u64::from(carry);
    }
    steps + u64::from(rounds_up(&digits, steps % 2 == 1))
}

/// The error for a text that is not a fixed-point number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidFixed {
    text: Box<str>,
    problem: &'static str,
}

impl fmt::Display for InvalidFixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is {}", self.text, self.problem)
    }
}

impl core::error::Error for InvalidFixed {}
