//! The commands, one file each.

pub(crate) mod ccd;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod draw;
pub(crate) mod man;
pub(crate) mod query;
pub(crate) mod run;
pub(crate) mod scene;
pub(crate) mod stats;

use std::path::Path;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use crate::error::CliError;
use crate::output::say;
use crate::progress;

/// Opens a scene file or the built-in scene.
fn open_scene(path: &Path) -> Result<Scene, CliError> {
    if path == Path::new("built-in") {
        demo::built_in_scene()
    } else {
        Ok(Scene::open(path)?)
    }
}

/// Reads a scene up to one frame and returns that frame.
fn nth_frame<const D: usize>(
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

/// Prints a value as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    say(serde_json::to_string_pretty(value).map_err(CliError::input)?)
}
