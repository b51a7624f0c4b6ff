//! `broadleaf stats`: describes the boxes of a frame and the structure built from them.

use broadleaf::dynamic_tree::Balance;
use broadleaf::report::Stats;
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};
use broadleaf_any::AnyStructure;
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::StatsArgs;
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::print_json;
use crate::play::bytes_per_box;
use crate::progress;
use crate::scene_facts::{BoxFacts, SceneFacts};
use crate::scene_task::{SceneTask, with_scene};
use crate::structure::Chosen;
use crate::table::{count, print_columns, print_facts};
use crate::times::median;

pub(crate) fn run(args: &StatsArgs) -> Result<(), CliError> {
    args.input.reading.refuse_longitude("stats")?;
    let description = with_scene(
        Describe(args),
        open_scene(&args.input.scene, &args.input.reading)?,
    )?;
    if args.json {
        return print_json("stats", &description);
    }
    print_facts(&facts(&description))?;
    print_table(&description)
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Description {
    #[serde(flatten)]
    scene: SceneFacts,
    frame: usize,
    /// The box around all boxes; `None` without boxes.
    world: Option<BoxFacts<f64>>,
    longest_edges: Option<LongestEdges>,
    pairs: u64,
    #[serde(flatten)]
    chosen: Chosen,
    builds: Vec<Build>,
}

/// The distribution of the boxes' longest edges.
#[derive(Serialize)]
struct LongestEdges {
    min: f64,
    median: f64,
    max: f64,
}

/// The shape of a structure after one way of building it.
#[derive(Serialize)]
struct Build {
    build: &'static str,
    nodes: usize,
    height: usize,
    max_balance: usize,
    area_ratio: f64,
    bytes_per_box: Option<f64>,
}

impl Build {
    fn new(build: &'static str, stats: &Stats) -> Self {
        Self {
            build,
            nodes: stats.nodes,
            height: stats.height,
            max_balance: stats.max_balance,
            area_ratio: stats.area_ratio,
            bytes_per_box: bytes_per_box(stats),
        }
    }
}

struct Describe<'a>(&'a StatsArgs);

impl SceneTask for Describe<'_> {
    type Output = Description;

    fn run<S: SceneNumber, const D: usize>(
        self,
        frames: Frames<D, S>,
    ) -> Result<Description, CliError> {
        let Self(args) = self;
        let (scene, chosen) = (SceneFacts::of(&frames), args.structure.for_questions(D)?);
        let frame = nth_frame(frames, args.input.frame)?;
        let clock = progress::clock("building the structure at once");
        let at_once = built_at_once(chosen.empty()?, &frame);
        clock.set_message("finding the pairs");
        let pairs = at_once.count_pairs();
        clock.set_message("building the structure box by box");
        let one_by_one = built_one_by_one(chosen.empty()?, &frame);
        let mut builds = vec![
            Build::new("at once", &at_once.stats()),
            Build::new("one by one", &one_by_one.stats()),
        ];
        if chosen.is_balanced_by_area() {
            clock.set_message("balancing the tree by height");
            let mut balanced: DynamicTree<S, D> = at_once.iter().collect();
            balanced.set_balance(Balance::Height);
            builds.push(Build::new("balanced by height", &balanced.stats()));
        }
        clock.finish_and_clear();
        let world = Aabb::enclosing(frame.iter().copied());
        Ok(Description {
            scene,
            frame: args.input.frame,
            world: world.as_ref().map(wide_facts),
            longest_edges: longest_edges(&frame),
            pairs,
            chosen,
            builds,
        })
    }
}

/// A box in the number type of the report, which holds all numbers of every scene.
fn wide_facts<S: SceneNumber, const D: usize>(aabb: &Aabb<S, D>) -> BoxFacts<f64> {
    let wide = |corner: [S; D]| corner.map(S::to_f64).to_vec();
    BoxFacts {
        min: wide(aabb.min()),
        max: wide(aabb.max()),
    }
}

fn built_at_once<S: SceneNumber, const D: usize>(
    mut structure: AnyStructure<S, D>,
    frame: &[Aabb<S, D>],
) -> AnyStructure<S, D> {
    structure.extend((0..).map(Id).zip(frame.iter().copied()));
    structure
}

fn built_one_by_one<S: SceneNumber, const D: usize>(
    mut structure: AnyStructure<S, D>,
    frame: &[Aabb<S, D>],
) -> AnyStructure<S, D> {
    for (id, &aabb) in (0..).map(Id).zip(frame) {
        structure.insert(id, aabb);
    }
    structure
}

fn longest_edges<S: SceneNumber, const D: usize>(frame: &[Aabb<S, D>]) -> Option<LongestEdges> {
    let longest = |aabb: &Aabb<S, D>| {
        let extents = aabb.extents().into_iter().map(S::to_f64);
        extents.fold(0.0, f64::max)
    };
    let edges: Vec<f64> = frame.iter().map(longest).collect();
    let min = edges.iter().copied().reduce(f64::min)?;
    let max = edges.iter().copied().reduce(f64::max)?;
    Some(LongestEdges {
        min,
        median: median(edges),
        max,
    })
}

fn facts(description: &Description) -> Vec<(&'static str, String)> {
    let Description {
        scene:
            SceneFacts {
                scene,
                boxes,
                dim,
                frames,
                ..
            },
        frame,
        pairs,
        ..
    } = description;
    let world = description.world.as_ref().map_or_else(
        || "empty".to_owned(),
        |BoxFacts { min, max }| format!("{min:?} to {max:?}"),
    );
    let edges = description.longest_edges.as_ref().map_or_else(
        || "none".to_owned(),
        |LongestEdges { min, median, max }| {
            format!("longest edges {min:.3} to {max:.3}, median {median:.3}")
        },
    );
    let pairs_per_box = *pairs as f64 / (*boxes).max(1) as f64;
    vec![
        (
            "scene",
            format!("{scene}, frame {frame} of {frames}, {dim}D"),
        ),
        ("boxes", count(*boxes as u64)),
        ("world", world),
        ("extents", edges),
        (
            "pairs",
            format!("{}, {pairs_per_box:.2} a box", count(*pairs)),
        ),
    ]
}

fn print_table(description: &Description) -> Result<(), CliError> {
    let heading = format!("{}, built", description.chosen.structure);
    let headings = [
        heading.as_str(),
        "nodes",
        "height",
        "max balance",
        "area ratio",
        "bytes a box",
    ];
    let rows: Vec<_> = description.builds.iter().map(row).collect();
    print_columns(&headings, &rows)
}

fn row(build: &Build) -> Vec<String> {
    let bytes = build
        .bytes_per_box
        .map_or_else(|| "-".to_owned(), |bytes| format!("{bytes:.0}"));
    vec![
        build.build.to_owned(),
        count(build.nodes as u64),
        build.height.to_string(),
        build.max_balance.to_string(),
        format!("{:.1}", build.area_ratio),
        bytes,
    ]
}
