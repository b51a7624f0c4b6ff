//! One file a command.

pub(crate) mod ccd;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod draw;
pub(crate) mod query;
pub(crate) mod run;
pub(crate) mod scene;
pub(crate) mod stats;

use std::path::Path;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use crate::error::CliError;
use crate::output::say;

/// Opens the scene of an argument.
fn open_scene(path: &Path) -> Result<Scene, CliError> {
    if path == Path::new("built-in") {
        demo::built_in_scene()
    } else {
        Ok(Scene::open(path)?)
    }
}

/// Reads on to one frame of a scene.
fn nth_frame<const D: usize>(
    mut frames: Frames<D>,
    number: usize,
) -> Result<Vec<Aabb<f32, D>>, CliError> {
    let no_such = CliError::input(format!(
        "there is no frame {number}, only {}",
        frames.frames
    ));
    for _ in 0..number.min(frames.frames) {
        frames.next().transpose()?;
    }
    frames.next().transpose()?.ok_or(no_such)
}

/// Refuses to write over what is read.
fn refuse_same(input: &Path, output: &Path) -> Result<(), CliError> {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(same), Ok(other)) if same == other => Err(CliError::input(format!(
            "{} would be written over itself",
            input.display()
        ))),
        _ => Ok(()),
    }
}

/// Prints something as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    say(serde_json::to_string_pretty(value).map_err(CliError::input)?)
}
