//! `broadleaf scene`: generates or records a scene.

use std::path::PathBuf;

use broadleaf_scenes::{AabbsWriter, Family, Frames, Scene, SceneError};
use serde::Serialize;

use crate::args::SceneArgs;
use crate::error::CliError;
use crate::output::{print_json, say};
use crate::progress;
use crate::scene_facts::SceneFacts;

/// This many boxes take three gigabytes a frame.
const MAX_BOXES: usize = 100_000_000;

pub(crate) fn run(args: &SceneArgs) -> Result<(), CliError> {
    match make(args)? {
        Scene::Flat(frames) => write(frames, args),
        Scene::Solid(frames) => write(frames, args),
    }
}

fn make(args: &SceneArgs) -> Result<Scene, SceneError> {
    let &SceneArgs {
        ref kind,
        n,
        seed,
        frames,
        dim,
        ..
    } = args;
    if frames == 0 {
        return Err(SceneError::new("--frames must be at least 1"));
    }
    if n > MAX_BOXES {
        return Err(SceneError::new(format!(
            "a scene has at most {MAX_BOXES} boxes, not {n}"
        )));
    }
    match kind.as_str() {
        "pile" | "tumbler" | "stream" => record(kind, dim, n, frames, seed),
        _ => kind.parse::<Family>()?.scene(dim, n, frames, seed),
    }
}

#[cfg(feature = "record")]
fn record(
    kind: &str,
    dim: usize,
    bodies: usize,
    frames: usize,
    seed: u64,
) -> Result<Scene, SceneError> {
    kind.parse::<broadleaf_scenes::record::Recording>()?
        .scene(dim, bodies, frames, seed)
}

#[cfg(not(feature = "record"))]
fn record(kind: &str, _: usize, _: usize, _: usize, _: u64) -> Result<Scene, SceneError> {
    Err(SceneError::new(format!(
        "\"{kind}\" is recorded from a physics engine, which is not in this build; use: cargo run --release --features record -- scene {kind} …"
    )))
}

fn write<const D: usize>(frames: Frames<D>, args: &SceneArgs) -> Result<(), CliError> {
    let scene = SceneFacts::of(&frames);
    let writer = AabbsWriter::create(&args.out, &frames.name, frames.boxes, frames.frames)?;
    let written = fill(writer, frames);
    if written.is_err() && args.out.is_file() {
        // Remove an incomplete scene, which no reader accepts.
        let _ = std::fs::remove_file(&args.out);
    }
    written?;
    if args.json {
        let out = args.out.clone();
        return print_json("scene", &Written { scene, out });
    }
    say(format_args!(
        "{}: {} boxes in {D}D, {} frames.",
        args.out.display(),
        scene.boxes,
        scene.frames
    ))
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Written {
    #[serde(flatten)]
    scene: SceneFacts,
    out: PathBuf,
}

fn fill<const D: usize>(mut writer: AabbsWriter<D>, frames: Frames<D>) -> Result<(), SceneError> {
    let bar = progress::bar(frames.frames, "generating");
    for frame in frames {
        writer.write(&frame?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writer.finish()
}
