//! `broadleaf scene`: generate or record.

use broadleaf_scenes::{AabbsWriter, Family, Frames, Scene, SceneError};

use crate::args::SceneArgs;
use crate::error::CliError;
use crate::output::say;
use crate::progress;

/// Three gigabytes a frame.
const MOST_BOXES: usize = 100_000_000;

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
        return Err(SceneError::new("a scene has at least one frame"));
    }
    if n > MOST_BOXES {
        return Err(SceneError::new(format!(
            "{n} boxes are too many, {MOST_BOXES} at most"
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
        "\"{kind}\" is recorded from a physics engine, which this program was built without: cargo run --release --features record -- scene {kind} …"
    )))
}

fn write<const D: usize>(frames: Frames<D>, args: &SceneArgs) -> Result<(), CliError> {
    let summary = format!(
        "{}: {} boxes in {D}D, {} frames.",
        args.out.display(),
        frames.boxes,
        frames.frames
    );
    let writer = AabbsWriter::create(&args.out, &frames.name, frames.boxes, frames.frames)?;
    let written = fill(writer, frames);
    if written.is_err() && args.out.is_file() {
        // Half a scene is no scene.
        let _ = std::fs::remove_file(&args.out);
    }
    written?;
    say(summary)
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
