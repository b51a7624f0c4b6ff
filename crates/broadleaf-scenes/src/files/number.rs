//! Numbers in text files.

use crate::error::SceneError;

/// Reads a number in the notation of C, Python or Windows: `.5`, `1.`, `-nan(ind)`, `1.#QNAN`.
pub(super) fn parse_number(word: &[u8]) -> Result<f64, SceneError> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    text.parse()
        .ok()
        .or_else(|| special(text))
        .ok_or_else(|| SceneError::new(format!("\"{}\" is not a number", shown(word))))
}

/// Names of NaN and infinity that Rust does not read.
fn special(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let is = |start: &str| text.starts_with(start);
    if is("1.#inf") {
        return Some(f64::INFINITY);
    }
    (is("nan") || is("1.#")).then_some(f64::NAN)
}

/// Reads an integer, which may be written as a decimal, such as `3.0`.
pub(super) fn parse_integer(word: &[u8]) -> Result<i64, SceneError> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    integer_of(parse_number(word)?)
        .ok_or_else(|| SceneError::new(format!("\"{}\" is not an integer", shown(word))))
}

/// The number as an integer, if `f64` holds it exactly.
pub(super) fn integer_of(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

/// A word of a file, shortened for a message and without control characters.
pub(super) fn shown(word: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * MOST)]);
    let start: String = text.chars().take(MOST).collect();
    let dots = if word.len() > start.len() { "…" } else { "" };
    format!("{}{dots}", start.escape_debug())
}
