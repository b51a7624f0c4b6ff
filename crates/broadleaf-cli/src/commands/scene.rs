//! `broadleaf scene`: generate or record.

use broadleaf_scenes::{AabbsWriter, Family, Frames, Scene, SceneError};

use crate::args::SceneArgs;
use crate::error::CliError;
use crate::progress;

pub(crate) fn run(args: &SceneArgs) -> Result<(), CliError> {
    let written = match make(args)? {
        Scene::Flat(frames) => write(frames, args),
        Scene::Solid(frames) => write(frames, args),
    };
    if written.is_err() {
        // Half a scene is no scene.
        let _ = std::fs::remove_file(&args.out);
    }
    Ok(written?)
}

fn make(args: &SceneArgs) -> Result<Scene, SceneError> {
    let &SceneArgs { ref kind, n, seed, frames, dim, .. } = args;
    if frames == 0 {
        return Err(SceneError::new("a scene has at least one frame"));
    }
    match kind.as_str() {
        "pile" | "tumbler" | "stream" => record(kind, dim, n, frames, seed),
        _ => kind.parse::<Family>()?.scene(dim, n, frames, seed),
    }
}

#[cfg(feature = "record")]
fn record(kind: &str, dim: usize, bodies: usize, frames: usize, seed: u64) -> Result<Scene, SceneError> {
    kind.parse::<broadleaf_scenes::record::Recording>()?.scene(dim, bodies, frames, seed)
}

#[cfg(not(feature = "record"))]
fn record(kind: &str, _: usize, _: usize, _: usize, _: u64) -> Result<Scene, SceneError> {
    Err(SceneError::new(format!(
        "\"{kind}\" is recorded from a physics engine, which this program was built without: cargo run --release --features record -- scene {kind} …"
    )))
}

fn write<const D: usize>(frames: Frames<D>, args: &SceneArgs) -> Result<(), SceneError> {
    let mut writer = AabbsWriter::create(&args.out, &frames.name, frames.boxes, frames.frames)?;
    let bar = progress::bar(frames.frames, "generating");
    let (boxes, count) = (frames.boxes, frames.frames);
    for frame in frames {
        writer.write(&frame?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writer.finish()?;
    println!("{}: {boxes} boxes in {D}D, {count} frames.", args.out.display());
    Ok(())
}
