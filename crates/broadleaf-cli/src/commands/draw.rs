//! `broadleaf draw`: a picture of a frame.

use std::path::PathBuf;

use broadleaf::Id;
use broadleaf_any::StructureKind;
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::{frames_to, nth_frame, open_scene};
use crate::args::DrawArgs;
use crate::draw::{Drawing, Look, save};
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::row_ids::RowIds;
use crate::scene_facts::SceneFacts;
use crate::scene_task::{SceneTask, with_scene};
use crate::stage::Stage;
use crate::structure::Chosen;

pub(crate) fn run(args: &DrawArgs) -> Result<(), CliError> {
    refuse_overwrite([args.input.scene.as_path()], &args.out)?;
    if let Some(given) = args.stage.given().filter(|_| !args.broad_phase) {
        return Err(CliError::input(format!("{given} needs --broad-phase")));
    }
    args.input.reading.refuse_longitude("draw")?;
    let drawn = with_scene(
        Draw(args),
        open_scene(&args.input.scene, &args.input.reading)?,
    )?;
    if args.json {
        return print_json("draw", &drawn);
    }
    say(format_args!(
        "Wrote a drawing of frame {} to {}.",
        drawn.frame,
        drawn.out.display()
    ))
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    scene: SceneFacts,
    frame: usize,
    #[serde(flatten)]
    chosen: Chosen,
    /// The margin of the broad phase, if one is drawn.
    margin: Option<String>,
    /// The number of pairs of the broad phase, if one is drawn.
    pairs: Option<usize>,
    /// The number of inner nodes in the picture.
    nodes: usize,
    out: PathBuf,
}

struct Draw<'a>(&'a DrawArgs);

impl SceneTask for Draw<'_> {
    type Output = Drawn;

    fn run<S: SceneNumber, const D: usize>(
        self,
        mut frames: Frames<D, S>,
    ) -> Result<Drawn, CliError> {
        let Self(args) = self;
        let rows = RowIds::new(frames.rows.take());
        let (scene, chosen) = (SceneFacts::of(&frames), args.structure.for_questions(D)?);
        if args.cuts && chosen.kind() != StructureKind::KdSweep {
            return Err(CliError::input(format!(
                "--cuts shows the cuts of kd-sweep, and {} has none",
                chosen.structure
            )));
        }
        let mut drawing = if args.broad_phase {
            args.stage.check_rows(&rows)?;
            broad_phase(args, frames, &chosen)?
        } else {
            structure(args, frames, &chosen)?
        };
        for (id, _) in &mut drawing.boxes {
            *id = rows.id(*id);
        }
        let clock = progress::clock("drawing");
        let title = format!("{}, frame {}", scene.scene, args.input.frame);
        let nodes = save(&drawing, &title, &args.out)?;
        clock.finish_and_clear();
        let pairs = drawing.proxies.map(|proxies| proxies.pairs.len());
        Ok(Drawn {
            scene,
            frame: args.input.frame,
            chosen,
            margin: args.broad_phase.then(|| args.stage.margin_text()),
            pairs,
            nodes,
            out: args.out.clone(),
        })
    }
}

fn look(args: &DrawArgs) -> Look {
    Look {
        ids: args.ids,
        levels: args.levels,
        cuts: args.cuts,
    }
}

fn structure<S: SceneNumber, const D: usize>(
    args: &DrawArgs,
    frames: Frames<D, S>,
    chosen: &Chosen,
) -> Result<Drawing<D>, CliError> {
    let mut structure = chosen.empty::<S, D>()?;
    let frame = nth_frame(frames, args.input.frame)?;
    let clock = progress::clock("building the structure");
    structure.extend((0..).map(Id).zip(frame));
    clock.finish_and_clear();
    Ok(Drawing::of(&structure, look(args)))
}

fn broad_phase<S: SceneNumber, const D: usize>(
    args: &DrawArgs,
    frames: Frames<D, S>,
    chosen: &Chosen,
) -> Result<Drawing<D>, CliError> {
    let mut stage = Stage::new(&args.stage, chosen)?;
    frames_to(frames, args.input.frame, |frame| {
        stage.set(&args.stage, &frame)?;
        stage.broad_phase.step();
        Ok(())
    })?;
    Ok(Drawing::of_broad_phase(&stage, look(args)))
}
