//! Scene files, by extension.

use std::io::{BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::open_mesh::open_mesh;
use super::path::{ending, open_file, stem};
use super::{aabbs, csv, geojson};
use crate::error::SceneError;
use crate::scene::{Frames, Scene};

impl Scene {
    /// Opens a scene file in the format that its extension names: `.aabbs` and `.aabbs.gz`
    /// (recordings), `.csv` and `.geojson` (2D), `.ply` and `.obj` (the triangles of a mesh, 3D).
    ///
    /// # Errors
    /// If the file cannot be read or does not have that format. The message names the file, the
    /// frame and the object. Frames of a recording are checked when they are read.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        match open(path).map_err(|error| error.in_file(path))? {
            Self::Flat(frames) => Ok(Self::Flat(frames.in_file(path))),
            Self::Solid(frames) => Ok(Self::Solid(frames.in_file(path))),
        }
    }

    /// Reads a compressed recording (`.aabbs.gz`) from memory.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn read_compressed(bytes: &'static [u8]) -> Result<Self, SceneError> {
        read_compressed(bytes)
    }
}

/// Reads a scene file; the errors do not name the file.
fn open(path: &Path) -> Result<Scene, SceneError> {
    let file = open_file(path)?;
    let name = stem(path);
    match ending(path).as_str() {
        "aabbs" => {
            let len = file.metadata()?.len();
            aabbs::read(file, Some(len))
        }
        "gz" => read_compressed(BufReader::new(file)),
        "csv" => Ok(Scene::Flat(Frames::still(name, csv::read(file)?))),
        "geojson" | "json" => Ok(Scene::Flat(Frames::still(name, geojson::read(file)?))),
        "ply" | "obj" => Ok(Scene::Solid(Frames::still(
            name,
            open_mesh(path)?.triangle_boxes(),
        ))),
        ending => Err(SceneError::new(format!(
            "a scene file ends in .aabbs, .aabbs.gz, .csv, .geojson, .ply or .obj, not in \".{ending}\""
        ))),
    }
}

fn read_compressed(bytes: impl Read + 'static) -> Result<Scene, SceneError> {
    aabbs::read(MultiGzDecoder::new(bytes), None)
}
