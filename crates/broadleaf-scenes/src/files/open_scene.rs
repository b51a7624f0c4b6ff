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

impl Scene {
    /// Opens a scene file in the format that its extension names: `.aabbs` and `.aabbs.gz`
    /// (recordings), `.csv` and `.geojson` (2D), `.ply` and `.obj` (the triangles of a mesh, 3D).
    ///
    /// # Errors
    /// If the file cannot be read or does not have that format. The message names the file, the
    /// frame and the object. Frames of a recording are checked when they are read.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        name_errors(open(path), path)
    }

    /// Reads a scene file that is in memory: `name` is the name that it had as a file, whose
    /// extension names the format.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    ///
    /// ```
    /// use broadleaf_scenes::Scene;
    /// let scene = Scene::read("houses.csv", *b"min_x,min_y,max_x,max_y\n0,0,2,2\n1,1,3,3\n")?;
    /// assert_eq!(scene.boxes(), 2);
    /// let error = Scene::read("houses.csv", *b"min_x,min_y,max_x,max_y\n0,0,2,high\n").unwrap_err();
    /// assert_eq!(error.to_string(), "houses.csv: object 0 in row 2: \"high\" is not a number");
    /// # Ok::<(), broadleaf_scenes::SceneError>(())
    /// ```
    pub fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, SceneError> {
        let (path, bytes) = (Path::new(name), bytes.into());
        let len = bytes.len() as u64;
        name_errors(read(path, Cursor::new(bytes), len), path)
    }

    /// Reads a compressed recording (`.aabbs.gz`) from memory.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn read_compressed(bytes: &'static [u8]) -> Result<Self, SceneError> {
        read_compressed(bytes, bytes.len() as u64)
    }
}

/// Makes all errors name the file, those of frames included.
fn name_errors(scene: Result<Scene, SceneError>, path: &Path) -> Result<Scene, SceneError> {
    match scene.map_err(|error| error.in_file(path))? {
        Scene::Flat(frames) => Ok(Scene::Flat(frames.in_file(path))),
        Scene::Solid(frames) => Ok(Scene::Solid(frames.in_file(path))),
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
        "csv" | "tsv" => csv::read(file, name),
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
    aabbs::read(MultiGzDecoder::new(bytes), FileLen::of_compressed(len))
}
