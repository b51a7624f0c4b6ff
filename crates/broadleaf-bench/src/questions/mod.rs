//! Questions about boxes at rest, and changes one by one, each timed separately.
//!
//! A contender builds a structure and answers prepared questions. Those whose boxes can change then
//! move and remove a tenth of them, and insert all boxes into a new structure.

mod asked;
mod box2d;
mod broccoli;
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

use broadleaf_scenes::{Frames, Scene};

use self::contender::Make;
use self::expected::Expected;
use self::round::Round;
use self::table::Table;
use self::task::Task;
use crate::arguments::Arguments;
use crate::report::{Report, Timing};
use crate::turns::take_turns;

/// Compares all contenders on all scenes and questions that the arguments select, and prints tables
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
        let round = Round::new(&task, &expected, make, &arguments.question);
        for measured in round.play()? {
            table.add(contender.as_ref(), measured);
            let timing = Timing {
                ms: measured.ms,
                bytes_each: measured.bytes_each,
                pairs: measured.hits,
                ..Timing::default()
            };
            let question = measured.question.name();
            report.record(
                &task.scene,
                question,
                contender.name(),
                measured.count,
                timing,
            );
        }
        Ok(())
    })?;
    println!("{table}");
    Ok(())
}
