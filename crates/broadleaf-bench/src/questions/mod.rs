//! Queries of boxes at rest, and individual changes, each timed separately.
//!
//! A contender builds a structure and answers prepared queries. Contenders whose boxes can change
//! then move and remove a tenth of them, and insert all boxes into a new structure.

mod asked;
mod box2d;
mod broccoli;
mod brute_force;
mod bvh;
mod contender;
mod expected;
mod geo_index;
mod list;
mod obvhs;
mod ours;
mod packed_spatial_index;
mod parry;
mod question;
mod round;
mod rstar;
mod scenes;
mod table;
mod task;

use broadleaf::Aabb;
use broadleaf_scenes::{Frames, Scene};

use self::contender::Make;
use self::expected::Expected;
pub(crate) use self::list::{Few, few_flat, few_solid};
use self::question::{Measured, Question};
use self::round::{Round, Wanted};
use self::table::Table;
use self::task::Task;
use crate::arguments::Arguments;
use crate::report::{Report, Timing};
use crate::turns::take_turns;

/// Compares all contenders on all scenes and queries that the arguments select, and prints tables
/// in Markdown.
///
/// # Errors
/// If an answer is wrong.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    for (name, made) in scenes::all(arguments) {
        match made().map_err(|error| error.to_string())? {
            Scene::Flat(frames) => compare(name, frames, list::flat(), arguments, report)?,
            Scene::Solid(frames) => compare(name, frames, list::solid(), arguments, report)?,
        }
    }
    Ok(())
}

fn compare<const D: usize>(
    scene: String,
    mut frames: Frames<D>,
    mut contenders: Vec<Make<D>>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let frame = frames.next().ok_or("a scene has a frame")?;
    let frame = frame.map_err(|error| error.to_string())?;
    let task = Task::new(scene, &frame, if arguments.quick { 500 } else { 10_000 });
    let expected = Expected::new(&task);
    contenders.retain(|make| make().name().contains(&arguments.contender));
    let mut table = Table::new(&task.scene, expected.mean_hits(&task));
    take_turns(&task.scene, arguments.rounds(), &contenders, |&make| {
        let contender = make();
        let wanted = Wanted::Named(&arguments.question);
        for measured in Round::new(&task, &expected, make, wanted).play()? {
            table.add(contender.as_ref(), measured);
            record(&task.scene, contender.name(), measured, report);
        }
        Ok(())
    })?;
    println!("{table}");
    Ok(())
}

/// The queries of few boxes.
const OF_FEW: [Question; 5] = [
    Question::Build,
    Question::Range(0),
    Question::Range(1),
    Question::ClosestHit,
    Question::Nearest,
];

/// Compares the contenders for few boxes on one scene.
///
/// # Errors
/// If an answer is wrong.
pub(crate) fn compare_few<const D: usize>(
    scene: &str,
    boxes: &[Aabb<f32, D>],
    contenders: &Few<D>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let count = if arguments.quick { 100 } else { 2_000 };
    let task = Task::new(scene.to_owned(), boxes, count);
    let expected = Expected::new(&task);
    take_turns(scene, arguments.rounds(), &contenders.0, |&make| {
        let contender = make();
        let round = Round::new(&task, &expected, make, Wanted::OfFew(&OF_FEW));
        for measured in round.play()? {
            let is_build = measured.question == Question::Build;
            if !is_build {
                record(scene, contender.name(), measured, report);
            } else if contender.has_structure() {
                record(
                    scene,
                    contender.name(),
                    Measured {
                        count: 1,
                        ..measured
                    },
                    report,
                );
            }
        }
        Ok(())
    })
}

fn record(scene: &str, contender: &'static str, measured: Measured, report: &mut Report) {
    let timing = Timing {
        ms: measured.ms,
        bytes_each: measured.bytes_each,
        pairs: measured.hits,
        ..Timing::default()
    };
    let task = measured.question.name();
    report.record(scene, task, contender, measured.count, timing);
}
