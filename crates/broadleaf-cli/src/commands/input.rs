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
pub(super) fn nth_frame<const D: usize>(
    mut frames: Frames<D>,
    number: usize,
) -> Result<Vec<Aabb<f32, D>>, CliError> {
    let count = frames.frames;
    let no_such = || {
        CliError::input(format!(
            "there is no frame {number}: the scene has {count} frames, numbered from 0"
        ))
    };
    if number >= frames.frames {
        return Err(no_such());
    }
    let bar = progress::bar(number + 1, "reading");
    let mut frame = None;
    for _ in 0..=number {
        frame = frames.next().transpose()?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    frame.ok_or_else(no_such)
}
