//! Work on a scene that is generic over the number type and the dimension.

use broadleaf_scenes::{Frames, Skipped};

use crate::error::CliError;
use crate::number::SceneNumber;

/// A scene in its native number type and dimension.
pub(crate) enum AnyScene {
    Flat32(Frames<2>),
    Solid32(Frames<3>),
    Flat64(Frames<2, f64>),
    Solid64(Frames<3, f64>),
}

impl AnyScene {
    /// What the reader of the scene skipped.
    pub(crate) fn skipped(&self) -> &Skipped {
        match self {
            Self::Flat32(frames) => &frames.skipped,
            Self::Solid32(frames) => &frames.skipped,
            Self::Flat64(frames) => &frames.skipped,
            Self::Solid64(frames) => &frames.skipped,
        }
    }
}

/// A computation on a scene of any number type and dimension.
pub(crate) trait SceneTask {
    type Output;

    fn run<S: SceneNumber, const D: usize>(
        self,
        frames: Frames<D, S>,
    ) -> Result<Self::Output, CliError>;
}

/// Runs a task in the number type and the dimension of the scene.
pub(crate) fn with_scene<T: SceneTask>(task: T, scene: AnyScene) -> Result<T::Output, CliError> {
    match scene {
        AnyScene::Flat32(frames) => task.run(frames),
        AnyScene::Solid32(frames) => task.run(frames),
        AnyScene::Flat64(frames) => task.run(frames),
        AnyScene::Solid64(frames) => task.run(frames),
    }
}
