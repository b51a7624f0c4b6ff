//! `broadleaf stats`: what the boxes are like, and what tree they make.

use broadleaf::dynamic_tree::Balance;
use broadleaf::report::Stats;
use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::{Frames, Scene};

use super::{nth_frame, open_scene};
use crate::args::StatsArgs;
use crate::error::CliError;
use crate::play::median;
use crate::table::{count, print_columns, print_facts};

pub(crate) fn run(args: &StatsArgs) -> Result<(), CliError> {
    match open_scene(&args.scene)? {
        Scene::Flat(frames) => show(frames, args.frame),
        Scene::Solid(frames) => show(frames, args.frame),
    }
}

fn show<const D: usize>(frames: Frames<D>, number: usize) -> Result<(), CliError> {
    let (name, count_of_frames) = (frames.name.clone(), frames.frames);
    let frame = nth_frame(frames, number)?;
    let bulk = built(&frame);
    let mut pairs = 0;
    bulk.for_each_pair(|_, _| pairs += 1);
    let world = Aabb::enclosing(frame.iter().copied());
    print_facts(&[
        (
            "scene",
            format!("{name}, frame {number} of {count_of_frames}, {D}D"),
        ),
        ("boxes", count(frame.len() as u64)),
        (
            "world",
            world.map_or_else(
                || "empty".to_owned(),
                |world| format!("{:?} to {:?}", world.min(), world.max()),
            ),
        ),
        ("extents", describe_extents(&frame)),
        (
            "pairs",
            format!(
                "{}, {:.2} a box",
                count(pairs),
                pairs as f64 / frame.len().max(1) as f64
            ),
        ),
    ])?;
    let mut one_by_one = DynamicTree::default();
    for (id, &aabb) in (0..).map(Id).zip(&frame) {
        one_by_one.insert(id, aabb);
    }
    let by_height = built(&frame).with_balance(Balance::Height);
    let rows = [
        ("built at once", bulk.stats()),
        ("built one by one", one_by_one.stats()),
        ("balanced by height", by_height.stats()),
    ];
    let headings = [
        "dynamic tree",
        "nodes",
        "height",
        "max balance",
        "area ratio",
        "bytes a box",
    ];
    print_columns(&headings, &rows.map(|(built, stats)| row(built, &stats)))
}

fn built<const D: usize>(frame: &[Aabb<f32, D>]) -> DynamicTree<f32, D> {
    let mut tree = DynamicTree::default();
    tree.extend((0..).map(Id).zip(frame.iter().copied()));
    tree
}

fn row(built: &str, stats: &Stats) -> Vec<String> {
    let bytes = stats.bytes as f64 / stats.len.max(1) as f64;
    vec![
        built.to_owned(),
        count(stats.nodes as u64),
        stats.height.to_string(),
        stats.max_balance.to_string(),
        format!("{:.1}", stats.area_ratio),
        format!("{bytes:.0}"),
    ]
}

fn describe_extents<const D: usize>(frame: &[Aabb<f32, D>]) -> String {
    let longest = |aabb: &Aabb<f32, D>| aabb.extents().into_iter().fold(0.0, f32::max);
    let extents: Vec<f64> = frame.iter().map(|aabb| f64::from(longest(aabb))).collect();
    let (least, greatest) = extents
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(least, greatest), &x| {
            (least.min(x), greatest.max(x))
        });
    if extents.is_empty() {
        "none".to_owned()
    } else {
        format!(
            "longest edges {least:.3} to {greatest:.3}, median {:.3}",
            median(extents)
        )
    }
}
