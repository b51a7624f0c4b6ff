//! Scene files, by extension.

use std::io::{Cursor, Read};
use std::path::Path;

use super::aabbs::FileLen;
use super::file_boxes::FileBoxes;
use super::path::{ending_unpacked, open_file, stem};
use super::unpack::Unpacked;
use super::{aabbs, file_boxes};
use crate::error::SceneError;
use crate::read_options::ReadOptions;
use crate::scene::Scene;

impl Scene {
    /// Opens a scene file in the format of its extension: `.aabbs` (recordings), or one of
    /// [`FileBoxes`], whose boxes are rounded outward to `f32`. Each may be compressed with gzip.
    ///
    /// # Errors
    /// If the file cannot be read, does not have that format or has no boxes. The message names the
    /// file, the frame and the object. Frames of a recording are checked when they are read.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        name_errors(open(path), path)
    }

    /// Reads a scene file from memory; `name` is its file name, whose extension determines the
    /// format.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    ///
    /// ```
    /// use broadleaf_scenes::Scene;
    /// let scene = Scene::read("houses.csv", *b"min_x,min_y,max_x,max_y\n0,0,2,2\n1,1,3,3\n")?;
    /// assert_eq!(scene.boxes(), 2);
    /// let error = Scene::read("houses.csv", *b"min_x,min_y,max_x,max_y\n0,0,2,high\n").unwrap_err();
    /// assert_eq!(error.to_string(), "houses.csv: line 2: column max_y: \"high\" is not a number");
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
        read_recording(Unpacked::new(bytes)?, bytes.len() as u64)
    }
}

/// Makes all errors name the file, including errors in frames.
fn name_errors(scene: Result<Scene, SceneError>, path: &Path) -> Result<Scene, SceneError> {
    match scene.map_err(|error| error.in_file(path))? {
        Scene::Flat(frames) => Ok(Scene::Flat(frames.in_file(path))),
        Scene::Solid(frames) => Ok(Scene::Solid(frames.in_file(path))),
    }
}

/// Opens a scene file; errors do not name the file.
fn open(path: &Path) -> Result<Scene, SceneError> {
    let file = open_file(path)?;
    let len = file.metadata()?.len();
    read(path, file, len)
}

/// Reads a file of `len` bytes in the format that its name ends in.
fn read(path: &Path, file: impl Read + 'static, len: u64) -> Result<Scene, SceneError> {
    let file = Unpacked::new(file)?;
    match ending_unpacked(path).as_str() {
        "aabbs" | "gz" => read_recording(file, len),
        _ => Ok(
            match file_boxes::read(path, file, &ReadOptions::default(), &[])? {
                FileBoxes::Flat(rows) => Scene::Flat(rows.frames(stem(path))),
                FileBoxes::Solid(rows) => Scene::Solid(rows.frames(stem(path))),
            },
        ),
    }
}

/// Reads a recording from a file of `len` bytes, compressed or not.
fn read_recording<R: Read + 'static>(file: Unpacked<R>, len: u64) -> Result<Scene, SceneError> {
    let len = match file.is_compressed() {
        true => FileLen::of_compressed(len),
        false => FileLen::Exactly(len),
    };
    aabbs::read(file, len)
}
