//! The scenes that commands read.

use std::path::Path;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use crate::error::CliError;
use crate::progress;

/// Recorded with `broadleaf scene`; see `scenes/README.md`.
static RECORDING: &[u8] = include_bytes!("../../scenes/built-in.aabbs.gz");

/// Opens a scene file or the built-in scene.
pub(super) fn open_scene(path: &Path) -> Result<Scene, CliError> {
    if path == Path::new("built-in") {
        built_in_scene()
    } else {
        Ok(Scene::open(path)?)
    }
}

pub(super) fn built_in_scene() -> Result<Scene, CliError> {
    Ok(Scene::read_compressed(RECORDING)?)
}

/// Reads a scene up to one frame and returns that frame.
pub(super) fn nth_frame<S: SceneNumber, const D: usize>(
    frames: Frames<D, S>,
    number: usize,
) -> Result<Vec<Aabb<S, D>>, CliError> {
    let mut last = Vec::new();
    frames_to(frames, number, |frame| {
        last = frame;
        Ok(())
    })?;
    Ok(last)
}

/// Reads a scene up to one frame and visits each frame on the way.
pub(super) fn frames_to<S: SceneNumber, const D: usize>(
    frames: Frames<D, S>,
    number: usize,
    mut visit: impl FnMut(Vec<Aabb<S, D>>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let count = frames.frames;
    if number >= count {
        return Err(CliError::input(format!(
            "there is no frame {number}: the scene has {count} frames, numbered from 0"
        )));
    }
    let bar = progress::bar(number + 1, "reading");
    for frame in frames.take(number + 1) {
        visit(frame?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}
