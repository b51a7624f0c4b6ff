//! Helpers for paths.

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

/// The extension of a file in lower case, without the dot and without `.gz`.
pub(super) fn ending_unpacked(path: &Path) -> String {
    match ending(path).as_str() {
        "gz" => match ending(Path::new(path.file_stem().unwrap_or_default())).as_str() {
            "" => "gz".to_owned(),
            inner => inner.to_owned(),
        },
        ending => ending.to_owned(),
    }
}

/// The name of a file without folder and extensions, for formats without a scene name.
pub(super) fn stem(path: &Path) -> String {
    let path = match ending(path).as_str() {
        "gz" => Path::new(path.file_stem().unwrap_or_default()),
        _ => path,
    };
    path.file_stem().map_or_else(
        || "scene".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
