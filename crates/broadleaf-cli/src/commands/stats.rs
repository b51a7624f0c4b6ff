//! `broadleaf stats`: describes the boxes of a frame and the structure built from them.

use broadleaf::dynamic_tree::Balance;
use broadleaf::report::Stats;
use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::Frames;
use indicatif::ProgressBar;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::StatsArgs;
use crate::error::CliError;
use crate::output::print_json;
use crate::play::{bytes_per_box, median};
use crate::progress;
use crate::structure::{SceneTask, Structure, with_scene};
use crate::table::{count, print_columns, print_facts};

pub(crate) fn run(args: &StatsArgs) -> Result<(), CliError> {
    let structure = match args.structure {
        Structure::Auto => Structure::DynamicTree,
        chosen => chosen,
    };
    let task = Describe {
        structure,
        frame: args.frame,
    };
    let description = with_scene(task, structure, open_scene(&args.scene)?)?;
    if args.json {
        return print_json(&description);
    }
    print_facts(&facts(&description))?;
    print_table(&description)
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Description {
    scene: String,
    frame: usize,
    frames: usize,
    dim: usize,
    boxes: usize,
    /// The box around all boxes, lower corner first; `None` if there are no boxes.
    world: Option<[Vec<f32>; 2]>,
    longest_edges: Option<LongestEdges>,
    pairs: u64,
    structure: String,
    builds: Vec<Build>,
}

/// The distribution of the boxes' longest edges.
#[derive(Serialize)]
struct LongestEdges {
    min: f64,
    median: f64,
    max: f64,
}

/// The shape of a structure that was built in one way.
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

struct Describe {
    structure: Structure,
    frame: usize,
}

impl SceneTask for Describe {
    type Output = Description;

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<Description, CliError> {
        let (scene, frames_in_scene) = (frames.name.clone(), frames.frames);
        let frame = nth_frame(frames, self.frame)?;
        let bar = progress::bar(4, "building");
        let at_once: B = built_at_once(&frame, &bar);
        let mut pairs = 0;
        at_once.for_each_pair(|_, _| pairs += 1);
        bar.inc(1);
        let one_by_one: B = built_one_by_one(&frame, &bar);
        let mut builds = vec![
            Build::new("at once", &at_once.stats()),
            Build::new("one by one", &one_by_one.stats()),
        ];
        if self.structure == Structure::DynamicTree {
            let mut balanced: DynamicTree<f32, D> = built_at_once(&frame, &bar);
            balanced.set_balance(Balance::Height);
            builds.push(Build::new("balanced by height", &balanced.stats()));
        }
        bar.finish_and_clear();
        Ok(Description {
            scene,
            frame: self.frame,
            frames: frames_in_scene,
            dim: D,
            boxes: frame.len(),
            world: Aabb::enclosing(frame.iter().copied())
                .map(|world| [world.min().to_vec(), world.max().to_vec()]),
            longest_edges: longest_edges(&frame),
            pairs,
            structure: self.structure.to_string(),
            builds,
        })
    }
}

fn built_at_once<const D: usize, B: BroadPhase<f32, D> + Default>(
    frame: &[Aabb<f32, D>],
    bar: &ProgressBar,
) -> B {
    let mut structure = B::default();
    structure.extend((0..).map(Id).zip(frame.iter().copied()));
    bar.inc(1);
    structure
}

fn built_one_by_one<const D: usize, B: BroadPhase<f32, D> + Default>(
    frame: &[Aabb<f32, D>],
    bar: &ProgressBar,
) -> B {
    let mut structure = B::default();
    for (id, &aabb) in (0..).map(Id).zip(frame) {
        structure.insert(id, aabb);
    }
    bar.inc(1);
    structure
}

fn longest_edges<const D: usize>(frame: &[Aabb<f32, D>]) -> Option<LongestEdges> {
    let longest = |aabb: &Aabb<f32, D>| aabb.extents().into_iter().fold(0.0, f32::max);
    let edges: Vec<f64> = frame.iter().map(|aabb| f64::from(longest(aabb))).collect();
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
        scene,
        frame,
        frames,
        dim,
        boxes,
        pairs,
        ..
    } = description;
    let world = description.world.as_ref().map_or_else(
        || "empty".to_owned(),
        |[min, max]| format!("{min:?} to {max:?}"),
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
    let heading = format!("{}, built", description.structure);
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
