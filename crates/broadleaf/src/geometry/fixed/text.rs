//! Fixed-point numbers in decimal, exact in both directions.

use crate::geometry::encoding::Encoding;
use crate::geometry::fixed::Fixed;
use crate::geometry::scalar::Scalar;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

impl<const FRAC: u32> fmt::Display for Fixed<FRAC> {
    /// Every digit of the value, as many as there are; with a precision, the nearest decimal with
    /// so many digits, the even one of two equally near ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut decimal = Decimal::of(self.0.unsigned_abs(), FRAC);
        f.precision()
            .into_iter()
            .for_each(|places| decimal.round_to(places));
        f.pad_integral(self.0 >= 0, "", &decimal.into_text())
    }
}

impl<const FRAC: u32> fmt::Debug for Fixed<FRAC> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} / 2^{FRAC})", self.0)
    }
}

impl Encoding {
    /// The value of a word, exact.
    pub(crate) fn decimal(self, word: i64) -> String {
        match self {
            Self::Float { bits: 32 } => f32::from_word(word).to_string(),
            Self::Float { .. } => f64::from_word(word).to_string(),
            Self::Fixed { fraction, .. } => {
                let sign = if word < 0 { "-" } else { "" };
                sign.to_string() + &Decimal::of(word.unsigned_abs(), fraction).into_text()
            }
        }
    }
}

/// The digits of a number, and how many are after the point.
struct Decimal {
    digits: Vec<u8>,
    places: usize,
}

impl Decimal {
    /// All digits there are, at most one after the point for each of the fraction's bits.
    fn of(steps: u64, fraction_bits: u32) -> Self {
        let steps = u128::from(steps);
        let mut digits: Vec<u8> = (steps >> fraction_bits)
            .to_string()
            .bytes()
            .map(|digit| digit - b'0')
            .collect();
        let ones = digits.len();
        let fraction = |steps: u128| steps & ((1 << fraction_bits) - 1);
        let mut rest = fraction(steps);
        while rest > 0 {
            #[expect(clippy::cast_possible_truncation, reason = "below 10")]
            digits.push(((10 * rest) >> fraction_bits) as u8);
            rest = fraction(10 * rest);
        }
        Self {
            places: digits.len() - ones,
            digits,
        }
    }

    fn round_to(&mut self, places: usize) {
        let dropped = self
            .digits
            .split_off(self.digits.len() - self.places.saturating_sub(places));
        self.digits
            .resize(self.digits.len() + places.saturating_sub(self.places), 0);
        self.places = places;
        let is_odd = self.digits.last().is_some_and(|digit| digit % 2 == 1);
        if rounds_up(&dropped, is_odd) {
            self.count_up();
        }
    }

    /// Adds one to the last digit.
    fn count_up(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            *digit = (*digit + 1) % 10;
            if *digit > 0 {
                return;
            }
        }
        self.digits.insert(0, 1);
    }

    fn into_text(self) -> String {
        let mut text: String = self
            .digits
            .iter()
            .map(|digit| char::from(b'0' + digit))
            .collect();
        if self.places > 0 {
            text.insert(text.len() - self.places, '.');
        }
        text
    }
}

/// Whether a number is rounded up when these decimal digits after it are dropped.
fn rounds_up(dropped: &[u8], is_odd: bool) -> bool {
    match dropped.split_first() {
        Some((5, rest)) if rest.iter().all(|&digit| digit == 0) => is_odd,
        Some((first, _)) => *first >= 5,
        None => false,
    }
}

impl<const FRAC: u32> FromStr for Fixed<FRAC> {
    type Err = InvalidFixed;

    /// The step nearest to a decimal number such as `-12.375`, the even one of two equally near
    /// ones.
    ///
    /// # Errors
    /// If the text is no decimal number, or the number is out of range.
    fn from_str(text: &str) -> Result<Self, InvalidFixed> {
        let invalid = |problem| InvalidFixed {
            text: text.into(),
            problem,
        };
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, places) = magnitude.split_once('.').unwrap_or((magnitude, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if magnitude.len() < 1 + usize::from(magnitude.contains('.'))
            || !are_digits(whole)
            || !are_digits(places)
        {
            return Err(invalid("not a decimal number"));
        }
        let whole = whole.bytes().try_fold(0_u64, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        let steps = whole.map(|whole| {
            i128::from(whole) * i128::from(Self::STEPS_PER_UNIT)
                + i128::from(fraction_steps(places, FRAC))
        });
        let signed = steps.map(|steps| if text.starts_with('-') { -steps } else { steps });
        signed
            .and_then(Self::from_wide)
            .ok_or_else(|| invalid("out of range"))
    }
}

/// The number of steps nearest to a fraction given by its decimal digits.
fn fraction_steps(places: &str, fraction_bits: u32) -> u64 {
    let mut digits: Vec<u8> = places.bytes().map(|digit| digit - b'0').collect();
    let mut steps = 0;
    for _ in 0..fraction_bits {
        // What twice the fraction has before the point is its first binary digit.
        let mut carry = 0;
        for digit in digits.iter_mut().rev() {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        steps = steps << 1 | u64::from(carry);
    }
    steps + u64::from(rounds_up(&digits, steps % 2 == 1))
}

/// A text that is no fixed-point number.
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
