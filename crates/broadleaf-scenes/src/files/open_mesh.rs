//! Mesh files, by extension.

use std::io::{BufReader, Cursor, Read};
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

    /// Reads what is in a mesh file, in the format that its name ends in.
    ///
    /// # Errors
    /// See [`open`](Self::open). The message does not name the file.
    pub fn read(name: &Path, contents: Vec<u8>) -> Result<Self, SceneError> {
        let len = contents.len() as u64;
        read_mesh(name, Cursor::new(contents), len)
    }
}

/// Opens a mesh file; the errors do not name the file.
fn open_mesh(path: &Path) -> Result<Mesh, SceneError> {
    let file = open_file(path)?;
    let len = file.metadata()?.len();
    read_mesh(path, file, len)
}

/// Reads a mesh of `len` bytes in the format that its name ends in.
pub(super) fn read_mesh(path: &Path, file: impl Read, len: u64) -> Result<Mesh, SceneError> {
    match ending(path).as_str() {
        "ply" => ply::read(BufReader::new(file.take(len)), len),
        "obj" => obj::read(BufReader::new(file)),
        ending => Err(SceneError::new(format!(
            "a mesh file ends in .ply or .obj, not in \".{ending}\""
        ))),
    }
}
