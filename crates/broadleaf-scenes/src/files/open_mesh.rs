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

    /// Reads a mesh file that is in memory: `name` is the name that it had as a file, whose
    /// extension names the format.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, SceneError> {
        let (path, bytes) = (Path::new(name), bytes.into());
        let len = bytes.len() as u64;
        read_mesh(path, Cursor::new(bytes), len).map_err(|error| error.in_file(path))
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
