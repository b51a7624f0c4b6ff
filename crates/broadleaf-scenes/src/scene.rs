//! Sequences of frames of boxes.

use std::fmt;
use std::path::Path;

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

use crate::error::SceneError;
use crate::skipped::Skipped;

/// A scene of `D` dimensions with coordinates of type `S`: an iterator over frames, which are read
/// or computed on demand.
///
/// The box at index `i` of each frame belongs to the same object, [`Id(i)`](broadleaf::Id).
pub struct Frames<const D: usize, S = f32> {
    /// The name of the scene.
    pub name: String,
    /// The number of boxes in each frame.
    pub boxes: usize,
    /// The number of frames.
    pub frames: usize,
    /// What the reader of the scene skipped.
    pub skipped: Skipped,
    /// The row of the file that each box belongs to; `None` if box `i` is row `i`.
    pub rows: Option<Vec<u32>>,
    source: Box<dyn Iterator<Item = Result<Vec<Aabb<S, D>>, SceneError>>>,
}

impl<const D: usize, S: Scalar> Frames<D, S> {
    /// A scene with the frames of an iterator.
    pub fn new(
        name: impl Into<String>,
        boxes: usize,
        frames: usize,
        source: impl Iterator<Item = Result<Vec<Aabb<S, D>>, SceneError>> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            boxes,
            frames,
            skipped: Skipped::default(),
            rows: None,
            source: Box::new(source),
        }
    }

    /// The same scene, whose errors name the file.
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
    pub fn still(name: impl Into<String>, boxes: Vec<Aabb<S, D>>) -> Self {
        Self::new(name, boxes.len(), 1, std::iter::once(Ok(boxes)))
    }
}

impl<const D: usize> Frames<D> {
    /// Converts the scene to `f64`, which holds every `f32`.
    #[must_use]
    pub fn widened(self) -> Frames<D, f64> {
        let wide =
            |aabb: &Aabb<f32, D>| Aabb::new(aabb.min().map(f64::from), aabb.max().map(f64::from));
        let frames = self.source;
        Frames {
            name: self.name,
            boxes: self.boxes,
            frames: self.frames,
            skipped: self.skipped,
            rows: self.rows,
            source: Box::new(frames.map(move |frame| Ok(frame?.iter().map(wide).collect()))),
        }
    }
}

impl<const D: usize, S> Iterator for Frames<D, S> {
    type Item = Result<Vec<Aabb<S, D>>, SceneError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.source.next()
    }
}

impl<const D: usize, S> fmt::Debug for Frames<D, S> {
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

    /// What the reader of the scene skipped.
    #[must_use]
    pub fn skipped(&self) -> &Skipped {
        match self {
            Self::Flat(frames) => &frames.skipped,
            Self::Solid(frames) => &frames.skipped,
        }
    }
}
