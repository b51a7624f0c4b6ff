//! Sequences of frames of boxes.

use std::fmt;
use std::path::Path;

use broadleaf::Aabb;

use crate::error::SceneError;
use crate::skipped::Skipped;

/// A scene of `D` dimensions: an iterator over frames, which are read or computed on demand.
///
/// The box at index `i` of each frame belongs to the same object, [`Id(i)`](broadleaf::Id).
pub struct Frames<const D: usize> {
    /// The name of the scene.
    pub name: String,
    /// The number of boxes in each frame.
    pub boxes: usize,
    /// The number of frames.
    pub frames: usize,
    /// What the reader of the scene passed over.
    pub skipped: Skipped,
    source: Box<dyn Iterator<Item = Result<Vec<Aabb<f32, D>>, SceneError>>>,
}

impl<const D: usize> Frames<D> {
    /// A scene with the frames of an iterator.
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
            skipped: Skipped::default(),
            source: Box::new(source),
        }
    }

    /// The same scene with errors that name the file.
    pub(crate) fn in_file(self, path: &Path) -> Self {
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
    /// The number of boxes in each frame.
    #[must_use]
    pub fn boxes(&self) -> usize {
        match self {
            Self::Flat(frames) => frames.boxes,
            Self::Solid(frames) => frames.boxes,
        }
    }

    /// What the reader of the scene passed over.
    #[must_use]
    pub fn skipped(&self) -> &Skipped {
        match self {
            Self::Flat(frames) => &frames.skipped,
            Self::Solid(frames) => &frames.skipped,
        }
    }
}
