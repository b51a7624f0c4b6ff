//! Few boxes, as in most programs: pairs, steps, trees that are built and queried.
//!
//! Each task is repeated until it takes long enough to measure, so all memory is warm. One call is
//! a list of pairs, a step, a build or a query.

mod scenes;
mod tables;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use self::scenes::FewBoxes;
use crate::allocator::without_counting;
use crate::arguments::Arguments;
use crate::report::Report;
use crate::{frames, questions};

/// Compares all contenders on all scenes that the arguments select, and prints tables in Markdown.
///
/// # Errors
/// If an answer is wrong.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let scenes = scenes::all(arguments);
    without_counting(|| {
        for scene in &scenes {
            compare(scene, arguments, report)?;
        }
        Ok::<_, String>(())
    })?;
    tables::print(&scenes, report);
    Ok(())
}

fn compare(scene: &FewBoxes, arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let name = scene.name();
    match (scene.make)().map_err(|error| error.to_string())? {
        Scene::Flat(made) => {
            let (pairs, trees) = (frames::few_flat(), questions::few_flat());
            compare_all_tasks(&name, made, &pairs, &trees, arguments, report)
        }
        Scene::Solid(made) => {
            let (pairs, trees) = (frames::few_solid(), questions::few_solid());
            compare_all_tasks(&name, made, &pairs, &trees, arguments, report)
        }
    }
}

fn compare_all_tasks<const D: usize>(
    scene: &str,
    made: Frames<D>,
    pairs: &frames::Few<D>,
    trees: &questions::Few<D>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let collected: Result<Vec<Vec<Aabb<f32, D>>>, _> = made.collect();
    let boxes = collected.map_err(|error| format!("{scene}: {error}"))?;
    frames::compare_few(scene, &boxes, pairs, arguments.rounds(), report)?;
    // Random points cannot be placed between infinite boxes.
    if boxes[0].iter().all(is_finite) {
        questions::compare_few(scene, &boxes[0], trees, arguments, report)?;
    }
    Ok(())
}

fn is_finite<const D: usize>(aabb: &Aabb<f32, D>) -> bool {
    let (min, max) = (aabb.min(), aabb.max());
    min.iter().chain(&max).all(|x| x.is_finite())
}
