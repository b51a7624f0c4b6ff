//! Mesh files, by extension.

use std::io::{Cursor, Read};
use std::path::Path;

use super::file_boxes::read_elements;
use super::path::{ending_unpacked, open_file};
use super::stl;
use super::unpack::Unpacked;
use crate::error::SceneError;
use crate::mesh::Mesh;

impl Mesh {
    /// Reads a PLY, OBJ or STL file, compressed with gzip or not. Corners of an STL file at the
    /// same position are one vertex.
    ///
    /// # Errors
    /// If the file cannot be read, is not a mesh or has no vertices. The message names the file and
    /// the location.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        open_file(path)
            .and_then(|file| read_mesh(path, file))
            .map_err(|error| error.in_file(path))
    }

    /// Reads a mesh file from memory; `name` is its file name, whose extension determines the
    /// format.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, SceneError> {
        let path = Path::new(name);
        read_mesh(path, Cursor::new(bytes.into())).map_err(|error| error.in_file(path))
    }
}

/// Reads a mesh in the format that its name ends in; errors do not name the file.
fn read_mesh(path: &Path, file: impl Read) -> Result<Mesh, SceneError> {
    let ending = ending_unpacked(path);
    if ["aabbs", "csv", "geojson", "json"].contains(&&*ending) {
        return Err(SceneError::new(format!(
            "a mesh file ends in .ply, .obj or .stl, not in \".{ending}\""
        )));
    }
    let elements = read_elements(&ending, Unpacked::new(file)?)?;
    match &*ending {
        "stl" => stl::join_corners(elements).mesh(),
        _ => elements.mesh(),
    }
}
