//! Ranges such as `8 to 32`, and the values of simple expressions.

use std::fmt;

/// The values between which a number may move without loss.
pub(super) struct Plateau<'a> {
    text: &'a str,
    from: f64,
    to: f64,
}

impl<'a> Plateau<'a> {
    /// Reads `A to B` at the start of a text; `None` if it starts with words.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (from, rest) = text.split_once(" to ")?;
        let from_value = value(from)?;
        let (to, to_value) = prefixes(rest).find_map(|to| Some((to, value(to)?)))?;
        Some(Self {
            text: &text[..from.len() + " to ".len() + to.len()],
            from: from_value,
            to: to_value,
        })
    }

    pub(super) fn contains(&self, value: f64) -> bool {
        self.from <= value && value <= self.to
    }
}

impl fmt::Display for Plateau<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// The starts of a text that end before a space or a mark, longest first.
fn prefixes(text: &str) -> impl Iterator<Item = &str> {
    let ends = text
        .match_indices([' ', ',', ';', '(', '.'])
        .map(|(at, _)| at);
    let mut ends: Vec<_> = ends.chain([text.len()]).collect();
    ends.reverse();
    ends.into_iter().map(|end| text[..end].trim_end())
}

/// The value of a number such as `8_192`, `8,192`, `0.25`, or of `1 << 14`, `3 * 64` or `1 / 16`;
/// `None` of anything else.
pub(super) fn value(expression: &str) -> Option<f64> {
    let expression = expression.trim().trim_matches('`');
    for (sign, apply) in SIGNS {
        if let Some((left, right)) = expression.rsplit_once(sign) {
            return Some(apply(value(left)?, value(right)?));
        }
    }
    let digits: String = expression.chars().filter(|c| !"_,".contains(*c)).collect();
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// Binary signs, the weakest first, and what they do.
#[expect(clippy::type_complexity, reason = "a table")]
const SIGNS: [(&str, fn(f64, f64) -> f64); 3] = [
    ("<<", |a, b| a * b.exp2()),
    ("/", |a, b| a / b),
    ("*", |a, b| a * b),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_expressions_have_values() {
        for (expression, expected) in [
            ("16", 16.0),
            ("8_192", 8192.0),
            ("8,192", 8192.0),
            ("0.25", 0.25),
            ("1 << 14", 16384.0),
            ("1 << 2 * 3", 64.0),
            ("1.0 / 16.0", 0.0625),
        ] {
            assert_eq!(value(expression), Some(expected), "{expression}");
        }
        assert_eq!(value("4 * LANES"), None);
        assert_eq!(value(""), None);
    }

    #[test]
    fn a_plateau_starts_with_two_numbers() {
        let plateau = |text| Plateau::parse(text).map(|plateau| (plateau.from, plateau.to));
        assert_eq!(plateau("8 to 32 (a, b)."), Some((8.0, 32.0)));
        assert_eq!(plateau("8 to 32."), Some((8.0, 32.0)));
        assert_eq!(plateau("1 << 12 to 1 << 16 boxes"), Some((4096.0, 65536.0)));
        assert_eq!(plateau("0.25 to 0.5, within 3 % (a)."), Some((0.25, 0.5)));
        assert_eq!(plateau("4,096 to 16,384 (a)."), Some((4096.0, 16384.0)));
        assert_eq!(plateau("not measured; due to a rule."), None);
        assert_eq!(plateau("from 8 to 32"), None);
    }
}
