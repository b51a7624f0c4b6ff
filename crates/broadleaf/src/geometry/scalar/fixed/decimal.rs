//! Decimal digits of binary fractions.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The decimal digits of a number that is not negative.
pub(super) struct Decimal {
    digits: Vec<u8>,
    /// The number of digits after the point.
    fraction_len: usize,
}

impl Decimal {
    /// All digits of `steps` / 2^`fraction_bits`: at most `fraction_bits` after the point.
    pub(super) fn new(steps: u64, fraction_bits: u32) -> Self {
        let steps = u128::from(steps);
        let mut digits: Vec<u8> = (steps >> fraction_bits)
            .to_string()
            .bytes()
            .map(|digit| digit - b'0')
            .collect();
        let whole_len = digits.len();
        let fraction = |steps: u128| steps & ((1 << fraction_bits) - 1);
        let mut rest = fraction(steps);
        while rest > 0 {
            #[expect(clippy::cast_possible_truncation, reason = "below 10")]
            digits.push(((10 * rest) >> fraction_bits) as u8);
            rest = fraction(10 * rest);
        }
        Self {
            fraction_len: digits.len() - whole_len,
            digits,
        }
    }

    /// Rounds to `fraction_len` digits after the point, or appends zeros.
    pub(super) fn round_to(&mut self, fraction_len: usize) {
        let excess = self.fraction_len.saturating_sub(fraction_len);
        let missing = fraction_len.saturating_sub(self.fraction_len);
        let dropped = self.digits.split_off(self.digits.len() - excess);
        self.digits.resize(self.digits.len() + missing, 0);
        self.fraction_len = fraction_len;
        let is_odd = self.digits.last().is_some_and(|digit| digit % 2 == 1);
        if rounds_up(&dropped, is_odd) {
            self.increment();
        }
    }

    /// Adds one to the last digit.
    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            *digit = (*digit + 1) % 10;
            if *digit > 0 {
                return;
            }
        }
        self.digits.insert(0, 1);
    }

    pub(super) fn into_text(self) -> String {
        let mut text: String = self
            .digits
            .iter()
            .map(|digit| char::from(b'0' + digit))
            .collect();
        if self.fraction_len > 0 {
            text.insert(text.len() - self.fraction_len, '.');
        }
        text
    }
}

/// Whether dropping these decimal digits rounds a number up. `is_odd` is the parity of its last
/// remaining digit.
pub(super) fn rounds_up(dropped: &[u8], is_odd: bool) -> bool {
    match dropped.split_first() {
        Some((5, rest)) if rest.iter().all(|&digit| digit == 0) => is_odd,
        Some((first, _)) => *first >= 5,
        None => false,
    }
}
