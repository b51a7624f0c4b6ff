//! The scenes that commands read.

use std::path::Path;

use broadleaf::Aabb;
use broadleaf_scenes::{FileBoxes, Frames, ReadOptions, Scene};

use crate::args::{SceneReading, SceneScalar};
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::{warn, warn_skipped};
use crate::progress;
use crate::scene_task::AnyScene;

/// Recorded with `broadleaf scene`; see `scenes/README.md`.
static RECORDING: &[u8] = include_bytes!("../../scenes/built-in.aabbs.gz");

/// Opens a scene file or the built-in scene, in the number type of the file unless another one is
/// given.
pub(super) fn open_scene(path: &Path, how: &SceneReading) -> Result<AnyScene, CliError> {
    let scene = if path == Path::new("built-in") {
        recording(built_in_recording()?, how, "the built-in scene")?
    } else if is_recording(path) {
        recording(Scene::open(path)?, how, &path.display().to_string())?
    } else {
        from_file(path, how)?
    };
    warn_skipped(Some(path), scene.skipped());
    Ok(scene)
}

pub(super) fn built_in_scene() -> Result<AnyScene, CliError> {
    recording(built_in_recording()?, &SceneReading::default(), "")
}

fn built_in_recording() -> Result<Scene, CliError> {
    Ok(Scene::read_compressed(RECORDING)?)
}

fn is_recording(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    let plain = name.strip_suffix(".gz");
    // A file name that ends in .gz alone is a recording.
    plain.unwrap_or(&name).ends_with(".aabbs") || plain.is_some_and(|name| !name.contains('.'))
}

/// A recording, whose numbers are `f32`.
fn recording(scene: Scene, how: &SceneReading, name: &str) -> Result<AnyScene, CliError> {
    if let Some(given) = how.reading.given() {
        let problem = "a recording has no rows and columns";
        return Err(CliError::input(format!("{name}: {problem} for {given}")));
    }
    let is_wide = how.scalar == Some(SceneScalar::F64);
    Ok(match (scene, is_wide) {
        (Scene::Flat(frames), false) => AnyScene::Flat32(frames),
        (Scene::Solid(frames), false) => AnyScene::Solid32(frames),
        (Scene::Flat(frames), true) => AnyScene::Flat64(frames.widened()),
        (Scene::Solid(frames), true) => AnyScene::Solid64(frames.widened()),
    })
}

/// The boxes of any other file, in `f64` or in an exact type of the file.
fn from_file(path: &Path, how: &SceneReading) -> Result<AnyScene, CliError> {
    let name = stem(path);
    let boxes = read_boxes(path, how)?;
    if how.scalar == Some(SceneScalar::F32) {
        warn(format_args!(
            "{}: boxes are rounded outward to f32",
            path.display()
        ));
        return Ok(match boxes {
            FileBoxes::Flat(rows) => AnyScene::Flat32(rows.frames(name)),
            FileBoxes::Solid(rows) => AnyScene::Solid32(rows.frames(name)),
        });
    }
    Ok(match boxes {
        FileBoxes::Flat(rows) => AnyScene::Flat64(rows.into_frames(name)),
        FileBoxes::Solid(rows) => AnyScene::Solid64(rows.into_frames(name)),
    })
}

fn read_boxes(path: &Path, how: &SceneReading) -> Result<FileBoxes, CliError> {
    let (options, columns) = (how.reading.options(), &how.reading.boxes);
    if !is_parquet(path) {
        return Ok(FileBoxes::open_columns(path, &options, columns)?);
    }
    parquet(path, options, columns)
}

fn is_parquet(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let is_pattern = !path.exists() && path.to_string_lossy().contains(['*', '?', '[']);
    path.is_dir()
        || is_pattern
        || ["parquet", "geoparquet", "pq"].contains(&&*ending.to_lowercase())
}

#[cfg(feature = "pairs")]
fn parquet(path: &Path, options: ReadOptions, columns: &[String]) -> Result<FileBoxes, CliError> {
    let input = broadleaf_outofcore::Input {
        boxes: columns.to_vec(),
        options,
        ..broadleaf_outofcore::Input::new(path)
    };
    broadleaf_outofcore::read_boxes(&input).map_err(CliError::input)
}

#[cfg(not(feature = "pairs"))]
fn parquet(path: &Path, _: ReadOptions, _: &[String]) -> Result<FileBoxes, CliError> {
    Err(CliError::in_file(
        path,
        "this build reads no Parquet files: build it with the feature pairs",
    ))
}

/// The name of a file without folder and endings.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let name = Path::new(name).file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
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
