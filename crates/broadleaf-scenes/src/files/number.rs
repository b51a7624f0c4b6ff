//! Numbers in text files.

use crate::error::SceneError;

/// Reads a number as C, Python and Windows write it: `.5`, `1.`, `-nan(ind)`, `1.#QNAN`.
pub(super) fn parse_number(word: &[u8]) -> Result<f64, SceneError> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    text.parse()
        .ok()
        .or_else(|| special(text))
        .ok_or_else(|| SceneError::new(format!("\"{}\" is not a number", shown(word))))
}

/// Names of what is no number or not finite, other than those that Rust reads.
fn special(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let is = |start: &str| text.starts_with(start);
    if is("1.#inf") {
        return Some(f64::INFINITY);
    }
    (is("nan") || is("1.#")).then_some(f64::NAN)
}

/// Reads an integer; one may be written as a decimal, `3.0`.
pub(super) fn parse_integer(word: &[u8]) -> Result<i64, SceneError> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    integer_of(parse_number(word)?)
        .ok_or_else(|| SceneError::new(format!("\"{}\" is not an integer", shown(word))))
}

/// The integer that a number is, if it is one that doubles count exactly.
pub(super) fn integer_of(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

/// A word of a file for a message: short, and without control characters.
pub(super) fn shown(word: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * MOST)]);
    let start: String = text.chars().take(MOST).collect();
    let dots = if word.len() > start.len() { "…" } else { "" };
    format!("{}{dots}", start.escape_debug())
}
