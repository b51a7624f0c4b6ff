//! One file a command.

pub(crate) mod ccd;
pub(crate) mod demo;
pub(crate) mod draw;
pub(crate) mod query;
pub(crate) mod run;
pub(crate) mod scene;
pub(crate) mod stats;

use std::path::Path;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use crate::error::CliError;

/// Opens the scene of an argument.
fn open_scene(path: &Path) -> Result<Scene, CliError> {
    if path == Path::new("built-in") { demo::built_in_scene() } else { Ok(Scene::open(path)?) }
}

/// Reads on to one frame of a scene.
fn nth_frame<const D: usize>(mut frames: Frames<D>, number: usize) -> Result<Vec<Aabb<f32, D>>, CliError> {
    let count = frames.frames;
    for _ in 0..number {
        frames.next().transpose()?;
    }
    frames.next().transpose()?.ok_or_else(|| CliError::input(format!("there is no frame {number}, only {count}")))
}

/// Prints something as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    println!("{}", serde_json::to_string_pretty(value).map_err(CliError::input)?);
    Ok(())
}
