//! Files by path.

use std::fs::File;
use std::path::Path;

use crate::error::SceneError;

/// Opens a file for reading; a directory is an error.
pub(super) fn open_file(path: &Path) -> Result<File, SceneError> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(SceneError::new("this is a directory"));
    }
    Ok(file)
}

/// The extension of a file in lower case, without the dot.
pub(super) fn ending(path: &Path) -> String {
    path.extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase()
}

/// The name of a file without folder and extension, for scenes in formats without names.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(
        || "scene".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
