//! The scenes of the comparison.

use broadleaf_scenes::record::Recording;
use broadleaf_scenes::{Family, Frames, Scene, SceneError};

use super::contender::Frame;
use crate::arguments::Arguments;

pub(super) struct BenchScene {
    pub(super) name: String,
    pub(super) make: Box<dyn Fn() -> Result<Scene, SceneError>>,
}

/// The families that resemble scanned, mapped or modeled data, compared by default with the uniform
/// scenes.
const LIFELIKE: [Family; 4] = [
    Family::Surface,
    Family::Polylines,
    Family::Footprints,
    Family::PointCloud,
];

/// The other families that are compared by default.
const FAMILIES: [Family; 11] = [
    Family::Clustered,
    Family::Pareto,
    Family::Spiral,
    Family::TwoPopulations,
    Family::Walls,
    Family::StaticWorld,
    Family::Identical,
    Family::Lattice,
    Family::Line,
    Family::Giant,
    Family::Infinite,
];

/// All scenes that the arguments select.
pub(super) fn all(arguments: &Arguments) -> Vec<BenchScene> {
    let scale = if arguments.quick { 10 } else { 1 };
    let frames = |frames: usize| if arguments.quick { 3 } else { frames };
    let mut scenes = [2, 3]
        .map(|dimensions| pile(dimensions, 8_000 / scale, frames(240)))
        .into_iter()
        .collect::<Vec<_>>();
    let sizes = [(10_000, 20), (100_000, 6), (1_000_000, 3)];
    for (n, count) in sizes
        .into_iter()
        .take(if arguments.million { 3 } else { 2 })
    {
        scenes.extend([2, 3].map(|dimensions| uniform(dimensions, n / scale, frames(count))));
        scenes.extend(LIFELIKE.map(|family| {
            let dimensions = *family.dimensions().end();
            of_family(family, dimensions, n / scale, frames(count.min(6)))
        }));
    }
    let families = if arguments.every_family {
        &Family::ALL[..]
    } else {
        &FAMILIES
    };
    let others = families.iter().filter(|family| !LIFELIKE.contains(family));
    for &family in others {
        scenes.extend(
            family
                .dimensions()
                .map(|dimensions| of_family(family, dimensions, boxes(family) / scale, frames(6))),
        );
    }
    scenes.retain(|scene| scene.name.contains(&arguments.scene));
    scenes
}

/// The number of boxes in a scene of a family; smaller for families with many pairs per box.
fn boxes(family: Family) -> usize {
    match family {
        Family::Identical => 2_000,
        Family::Lattice | Family::Line | Family::Giant | Family::Infinite => 50_000,
        _ => 100_000,
    }
}

fn pile(dimensions: usize, bodies: usize, frames: usize) -> BenchScene {
    BenchScene {
        name: format!("pile {dimensions}D {bodies}"),
        make: Box::new(move || Recording::Pile.scene(dimensions, bodies, frames, 1)),
    }
}

/// A uniform scene with four pairs per box.
fn uniform(dimensions: usize, boxes: usize, frames: usize) -> BenchScene {
    let make = Box::new(move || Family::uniform(4.0, dimensions, boxes, frames, 1));
    BenchScene {
        name: format!("uniform-4 {dimensions}D {boxes}"),
        make,
    }
}

fn of_family(family: Family, dimensions: usize, boxes: usize, frames: usize) -> BenchScene {
    let make = Box::new(move || family.scene(dimensions, boxes, frames, 1));
    BenchScene {
        name: format!("{} {dimensions}D {boxes}", family.name()),
        make,
    }
}

/// Generates or records all frames of a scene.
pub(super) fn collect<const D: usize>(frames: Frames<D>) -> Result<Vec<Frame<D>>, String> {
    frames
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}
