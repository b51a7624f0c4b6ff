//! Numbers in fields of a table.

use crate::error::SceneError;

/// The contents of fields without a value, in lower case: words, output of databases and pandas,
/// NaN as in old C libraries, and errors of spreadsheets.
const MISSING: [&[u8]; 25] = [
    b"",
    b"nan",
    b"na",
    b"n/a",
    b"null",
    b"none",
    b"nil",
    b"-",
    b"\\n",
    b"<na>",
    b"nat",
    b"1.#qnan",
    b"-1.#qnan",
    b"1.#ind",
    b"-1.#ind",
    b"#n/a n/a",
    b"#na",
    b"#n/a",
    b"#null!",
    b"#div/0!",
    b"#value!",
    b"#ref!",
    b"#name?",
    b"#num!",
    b"#getting_data",
];

/// Whether a trimmed field stands for a missing value.
pub(super) fn is_missing(field: &[u8]) -> bool {
    MISSING.contains(&field.to_ascii_lowercase().as_slice())
}

/// The decimal mark. A table may use only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimal {
    /// Not known yet: commas are allowed.
    Any,
    Point,
    Comma,
}

impl Decimal {
    /// Reads a number; `None` if it is missing.
    pub(super) fn read(&mut self, field: &[u8]) -> Result<Option<f64>, SceneError> {
        let text = std::str::from_utf8(field).unwrap_or_default();
        if let Ok(number) = text.parse::<f64>() {
            if *self != Self::Point && field.contains(&b'.') {
                self.settle(Self::Point, field)?;
            }
            check_size(text, number)?;
            check_integer(text, number)?;
            return Ok((!number.is_nan()).then_some(number));
        }
        if is_missing(field) {
            return Ok(None);
        }
        self.read_comma(text, field)
    }

    /// A number with a decimal comma.
    fn read_comma(&mut self, text: &str, field: &[u8]) -> Result<Option<f64>, SceneError> {
        let is_plain = text.matches(',').count() == 1 && !text.contains('.');
        let number = is_plain.then(|| text.replace(',', ".").parse::<f64>().ok());
        let Some(number) = number.flatten() else {
            let problem = format!("\"{}\" is not a number", shown(field));
            return Err(SceneError::new(problem));
        };
        self.settle(Self::Comma, field)?;
        Ok(Some(number))
    }

    fn settle(&mut self, found: Self, field: &[u8]) -> Result<(), SceneError> {
        if *self == Self::Any {
            *self = found;
        }
        if *self == found {
            return Ok(());
        }
        let mark = if found == Self::Comma {
            "comma"
        } else {
            "point"
        };
        Err(SceneError::new(format!(
            "\"{}\" has a {mark}: in this table decimals have a {}",
            shown(field),
            if found == Self::Comma {
                "point"
            } else {
                "comma"
            }
        )))
    }
}

/// Returns an error if a finite number is too large for `f64`, instead of infinity.
fn check_size(text: &str, number: f64) -> Result<(), SceneError> {
    if number.is_infinite() && text.contains(|c: char| c.is_ascii_digit()) {
        let problem = format!(
            "{text} is out of range: the greatest number is {:e}",
            f64::MAX
        );
        return Err(SceneError::new(problem));
    }
    Ok(())
}

/// Returns an error for an integer that `f64` cannot distinguish from its neighbor, unless it is
/// the shortest form of an `f64`, as programs print it.
fn check_integer(text: &str, number: f64) -> Result<(), SceneError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    // Up to 15 digits are exact.
    if digits.len() <= 15 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    let is_exact = text.parse() == Ok(number as i128);
    if is_exact || number.abs().to_string() == digits.trim_start_matches('0') {
        return Ok(());
    }
    Err(SceneError::new(format!(
        "{text} is not exact in f64, in which tables of text are read: write integers of 64 bits \
         to a Parquet file"
    )))
}

/// A field, shortened for a message and without control characters.
pub(super) fn shown(field: &[u8]) -> String {
    /// Leaves room for the rest of the message on a line.
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(&field[..field.len().min(4 * MOST)]);
    let start: String = text.chars().take(MOST).collect();
    let dots = if field.len() > start.len() { "…" } else { "" };
    format!("{}{dots}", start.escape_debug())
}
