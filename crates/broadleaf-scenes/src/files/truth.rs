//! Ground truth of collision detection: JSON lists of pairs of numbers.

use std::io::Read;
use std::path::Path;

use super::path::open_file;
use super::text::read_text;
use crate::error::SceneError;

/// Reads a JSON file `[[a, b], …]`.
///
/// # Errors
/// If the file cannot be read or has another form. The message names the file and the line.
pub fn read_pairs(path: &Path) -> Result<Vec<[u32; 2]>, SceneError> {
    let pairs = || pairs_of(open_file(path)?);
    pairs().map_err(|error| error.in_file(path))
}

/// Reads pairs like [`read_pairs`], from bytes; `name` is the file name in errors.
///
/// # Errors
/// See [`read_pairs`].
///
/// ```
/// let pairs = broadleaf_scenes::read_pairs_of_bytes("truth.json", b"[[1, 2], [3, 4]]")?;
/// assert_eq!(pairs, [[1, 2], [3, 4]]);
/// # Ok::<(), broadleaf_scenes::SceneError>(())
/// ```
pub fn read_pairs_of_bytes(name: &str, bytes: &[u8]) -> Result<Vec<[u32; 2]>, SceneError> {
    pairs_of(bytes).map_err(|error| error.in_file(Path::new(name)))
}

fn pairs_of(file: impl Read) -> Result<Vec<[u32; 2]>, SceneError> {
    serde_json::from_str(&read_text(file)?).map_err(SceneError::new)
}
