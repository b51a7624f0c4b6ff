//! Scene files, by extension.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::aabbs::FileLen;
use super::open_mesh::read_mesh;
use super::path::{ending, open_file, stem};
use super::{aabbs, csv, geojson};
use crate::error::SceneError;
use crate::scene::{Frames, Scene};

/// A byte of deflated data stands for at most this number of bytes: 258 for two bits.
const MAX_RATIO: u64 = 1_032;

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

    /// Reads what is in a scene file, in the format that its name ends in.
    ///
    /// # Errors
    /// See [`open`](Self::open). The message does not name the file.
    ///
    /// ```
    /// use broadleaf_scenes::Scene;
    /// let scene = Scene::read("points.csv".as_ref(), b"x,y\n1,2\n3,4\n".to_vec())?;
    /// assert_eq!(scene.boxes(), 2);
    /// # Ok::<(), broadleaf_scenes::SceneError>(())
    /// ```
    pub fn read(name: &Path, contents: Vec<u8>) -> Result<Self, SceneError> {
        let len = contents.len() as u64;
        read(name, Cursor::new(contents), len)
    }

    /// Reads a compressed recording (`.aabbs.gz`) from memory.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn read_compressed(bytes: &'static [u8]) -> Result<Self, SceneError> {
        read_compressed(bytes, bytes.len() as u64)
    }
}

/// Opens a scene file; the errors do not name the file.
fn open(path: &Path) -> Result<Scene, SceneError> {
    let file = open_file(path)?;
    let len = file.metadata()?.len();
    read(path, file, len)
}

/// Reads a file of `len` bytes in the format that its name ends in.
fn read(path: &Path, file: impl Read + 'static, len: u64) -> Result<Scene, SceneError> {
    let name = stem(path);
    match ending(path).as_str() {
        "aabbs" => aabbs::read(file, FileLen::Exactly(len)),
        "gz" => read_compressed(BufReader::new(file), len),
        "csv" => Ok(Scene::Flat(Frames::still(name, csv::read(file)?))),
        "geojson" | "json" => Ok(Scene::Flat(Frames::still(name, geojson::read(file)?))),
        "ply" | "obj" => {
            let mesh = read_mesh(path, file, len)?;
            Ok(Scene::Solid(Frames::still(name, mesh.triangle_boxes())))
        }
        ending => Err(SceneError::new(format!(
            "a scene file ends in .aabbs, .aabbs.gz, .csv, .geojson, .ply or .obj, not in \".{ending}\""
        ))),
    }
}

fn read_compressed(bytes: impl BufRead + 'static, len: u64) -> Result<Scene, SceneError> {
    let longest = len.saturating_mul(MAX_RATIO);
    aabbs::read(MultiGzDecoder::new(bytes), FileLen::AtMost(longest))
}
