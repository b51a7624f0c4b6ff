//! The source of the frames.

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, SceneError};

use crate::pile::Pile;

/// The frames of a scene, or of an endless simulation.
pub(crate) enum Film<const D: usize> {
    Scene(Frames<D>),
    Pile(Box<Pile<D>>),
}

impl<const D: usize> Film<D> {
    /// The next frame; `None` if there are no more.
    pub(crate) fn next(&mut self) -> Option<Result<Vec<Aabb<f32, D>>, SceneError>> {
        match self {
            Self::Scene(frames) => frames.next(),
            Self::Pile(pile) => Some(Ok(pile.next_frame())),
        }
    }
}
