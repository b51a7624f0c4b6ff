//! Text files.

use std::io::Read;

use crate::error::SceneError;

/// Reads a UTF-8 text file.
pub(super) fn read_text(mut file: impl Read) -> Result<String, SceneError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        SceneError::new(format!(
            "byte {}: not UTF-8",
            error.utf8_error().valid_up_to()
        ))
    })
}
