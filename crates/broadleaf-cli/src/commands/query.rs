//! `broadleaf query`: answers a query of one frame.

use std::collections::BTreeSet;
use std::time::Instant;

use broadleaf::Id;
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::QueryArgs;
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::progress;
use crate::question::{Asked, Found};
use crate::row_ids::RowIds;
use crate::scene_facts::{BoxFacts, SceneFacts};
use crate::scene_task::{SceneTask, with_scene};
use crate::structure::Chosen;
use crate::table::{count, print_columns};

pub(crate) fn run(args: &QueryArgs) -> Result<(), CliError> {
    if args.question.shape.nearest.is_some() {
        // Distances end at the antimeridian, and k boxes may belong to fewer rows.
        args.input.reading.refuse_longitude("query --nearest")?;
    }
    with_scene(
        Ask(args),
        open_scene(&args.input.scene, &args.input.reading)?,
    )
}

fn print<S: SceneNumber>(args: &QueryArgs, answer: &Answer<S>) -> Result<(), CliError> {
    if args.json {
        return print_json("query", answer);
    }
    let rows: Vec<_> = answer.found.iter().map(Found::row).collect();
    print_columns(&["id", answer.measure, "box"], &rows)?;
    let found = count(answer.found.len() as u64);
    say(format_args!(
        "{found} of {} boxes, {} box tests, {:.1} µs with a cold cache",
        count(answer.scene.boxes as u64),
        count(answer.tests),
        answer.ms * 1e3
    ))
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Answer<S: SceneNumber> {
    #[serde(flatten)]
    scene: SceneFacts,
    frame: usize,
    #[serde(flatten)]
    chosen: Chosen,
    /// The heading of the column with the values.
    measure: &'static str,
    found: Vec<Found<S>>,
    /// The number of comparisons with boxes of nodes and leaves.
    tests: u64,
    ms: f64,
}

struct Ask<'a>(&'a QueryArgs);

impl SceneTask for Ask<'_> {
    type Output = ();

    fn run<S: SceneNumber, const D: usize>(self, mut frames: Frames<D, S>) -> Result<(), CliError> {
        let Self(args) = self;
        let question = Asked::<S, D>::parse(&args.question)?;
        let chosen = args.structure.for_questions(D)?;
        let rows = RowIds::new(frames.rows.take());
        let (scene, mut structure) = (SceneFacts::of(&frames), chosen.empty()?);
        let frame = nth_frame(frames, args.input.frame)?;
        let clock = progress::clock("building the structure");
        structure.extend((0..).map(Id).zip(frame.iter().copied()));
        clock.set_message("answering");
        let start = Instant::now();
        let (hits, tests) = question.ask(&structure);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        clock.finish_and_clear();
        let describe = |&(id, value): &(Id, Option<S>)| Found {
            id: rows.id(id).0,
            value,
            aabb: BoxFacts::from(&frame[id.index()]),
        };
        // A row over the antimeridian has two boxes. Its first hit is the nearer one.
        let mut seen = BTreeSet::new();
        let is_first = |found: &Found<S>| seen.insert(found.id);
        let answer = Answer {
            scene,
            frame: args.input.frame,
            chosen,
            measure: question.measure(),
            found: hits.iter().map(describe).filter(is_first).collect(),
            tests,
            ms,
        };
        print(args, &answer)
    }
}
