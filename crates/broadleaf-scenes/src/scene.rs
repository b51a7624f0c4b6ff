//! Frames of boxes, one by one.

use std::fmt;
use std::path::Path;

use broadleaf::Aabb;

use crate::{SceneError, files};

/// A scene: the boxes of some number of frames, read or computed as they are asked for.
///
/// The box at index `i` of each frame is the same object, [`Id(i)`](broadleaf::Id).
pub struct Frames<const D: usize> {
    /// What it is called.
    pub name: String,
    /// How many boxes a frame has.
    pub boxes: usize,
    /// How many frames there are.
    pub frames: usize,
    source: Box<dyn Iterator<Item = Result<Vec<Aabb<f32, D>>, SceneError>>>,
}

impl<const D: usize> Frames<D> {
    /// A scene whose frames come from an iterator.
    pub fn new(
        name: impl Into<String>,
        boxes: usize,
        frames: usize,
        source: impl Iterator<Item = Result<Vec<Aabb<f32, D>>, SceneError>> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            boxes,
            frames,
            source: Box::new(source),
        }
    }

    /// The same scene, whose errors name the file it is in.
    fn in_file(self, path: &Path) -> Self {
        let path = path.to_owned();
        Self {
            source: Box::new(
                self.source
                    .map(move |frame| frame.map_err(|error| error.in_file(&path))),
            ),
            ..self
        }
    }

    /// A scene of one frame.
    pub fn still(name: impl Into<String>, boxes: Vec<Aabb<f32, D>>) -> Self {
        Self::new(name, boxes.len(), 1, std::iter::once(Ok(boxes)))
    }
}

impl<const D: usize> Iterator for Frames<D> {
    type Item = Result<Vec<Aabb<f32, D>>, SceneError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.source.next()
    }
}

impl<const D: usize> fmt::Debug for Frames<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames")
            .field("name", &self.name)
            .field("boxes", &self.boxes)
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

/// A scene in 2D or 3D.
#[derive(Debug)]
pub enum Scene {
    /// In 2D.
    Flat(Frames<2>),
    /// In 3D.
    Solid(Frames<3>),
}

impl Scene {
    /// Opens a scene file by the ending of its name: `.aabbs` and `.aabbs.gz` recordings, `.csv`
    /// and `.geojson` (2D), `.ply` and `.obj` (the triangles of a mesh, 3D).
    ///
    /// # Errors
    /// If the file cannot be read or is not what its name says; the message names file, frame and
    /// object. Frames of a recording are checked as they are read.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        match files::open(path).map_err(|error| error.in_file(path))? {
            Self::Flat(frames) => Ok(Self::Flat(frames.in_file(path))),
            Self::Solid(frames) => Ok(Self::Solid(frames.in_file(path))),
        }
    }

    /// Reads a compressed recording, `.aabbs.gz`, that is in memory.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read_compressed(bytes: &'static [u8]) -> Result<Self, SceneError> {
        files::read_compressed(bytes)
    }

    /// How many boxes a frame has.
    #[must_use]
    pub fn boxes(&self) -> usize {
        match self {
            Self::Flat(frames) => frames.boxes,
            Self::Solid(frames) => frames.boxes,
        }
    }

    /// The file's own name, without folder and ending: what a scene is called that has no name of
    /// its own.
    pub(crate) fn name_of(path: &Path) -> String {
        path.file_stem().map_or_else(
            || "scene".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }
}
