//! Work on a scene that is generic over the dimension.

use broadleaf_scenes::{Frames, Scene};

use crate::error::CliError;

/// A computation on a scene of any dimension.
pub(crate) trait SceneTask {
    type Output;

    fn run<const D: usize>(self, frames: Frames<D>) -> Result<Self::Output, CliError>;
}

/// Runs a task in the dimension of the scene.
pub(crate) fn with_scene<T: SceneTask>(task: T, scene: Scene) -> Result<T::Output, CliError> {
    match scene {
        Scene::Flat(frames) => task.run(frames),
        Scene::Solid(frames) => task.run(frames),
    }
}
