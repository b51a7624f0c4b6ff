//! Ground truth of collision detection: JSON lists of pairs of numbers.

use std::path::Path;

use super::path::open_file;
use super::text::read_text;
use crate::error::SceneError;

/// Reads a JSON file `[[a, b], …]`.
///
/// # Errors
/// If the file cannot be read or has another form. The message names the file and the line.
pub fn read_pairs(path: &Path) -> Result<Vec<[u32; 2]>, SceneError> {
    let pairs = || serde_json::from_str(&read_text(open_file(path)?)?).map_err(SceneError::new);
    pairs().map_err(|error| error.in_file(path))
}
