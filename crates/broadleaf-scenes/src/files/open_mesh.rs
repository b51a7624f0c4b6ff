//! Mesh files, by extension.

use std::io::{BufReader, Read};
use std::path::Path;

use super::path::{ending, open_file};
use super::{obj, ply};
use crate::error::SceneError;
use crate::mesh::Mesh;

impl Mesh {
    /// Reads a PLY or OBJ file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a mesh. The message names the file and the location.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        open_mesh(path).map_err(|error| error.in_file(path))
    }
}

/// Reads a mesh in the format that the file's extension names.
pub(super) fn open_mesh(path: &Path) -> Result<Mesh, SceneError> {
    let file = open_file(path)?;
    match ending(path).as_str() {
        "ply" => {
            let len = file.metadata()?.len();
            ply::read(BufReader::new(file.take(len)), len)
        }
        "obj" => obj::read(BufReader::new(file)),
        ending => Err(SceneError::new(format!(
            "a mesh file ends in .ply or .obj, not in \".{ending}\""
        ))),
    }
}
