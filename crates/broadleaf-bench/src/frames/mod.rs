//! Moving scenes: all pairs of every frame, or the pairs that begin and end.

mod box2d;
mod broccoli;
mod brute_force;
mod compared;
mod contender;
mod few;
mod grid;
mod insertion_sweep;
mod lengths;
mod list;
mod moved;
mod ours;
mod parry;
mod play;
mod rstar;
mod scenes;
mod sweep;

use broadleaf_scenes::Scene;

use self::contender::{Contender, Frame, Make};
use self::few::Loop;
pub(crate) use self::list::{Few, few_flat, few_solid};
use self::play::Played;
use crate::arguments::Arguments;
use crate::free_rounds::{FreeRounds, look_if};
use crate::report::Report;
use crate::turns::take_turns;

/// Runs all contenders on all scenes that the arguments select.
///
/// # Errors
/// If the pairs of a contender differ from those of `DynamicTree`.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let in_threads = arguments.threads.is_some();
    for scene in scenes::all(arguments) {
        match (scene.make)().map_err(|error| error.to_string())? {
            Scene::Flat(frames) => compare(
                &scene.name,
                &scenes::collect(frames)?,
                &list::flat(in_threads),
                arguments,
                report,
            )?,
            Scene::Solid(frames) => compare(
                &scene.name,
                &scenes::collect(frames)?,
                &list::solid(in_threads),
                arguments,
                report,
            )?,
        }
    }
    Ok(())
}

/// Compares the contenders for few boxes on one scene: all pairs, steps, and steps in which at most
/// one of twenty boxes moves.
///
/// # Errors
/// If the pairs of a contender differ from those of brute force.
pub(crate) fn compare_few<const D: usize>(
    scene: &str,
    frames: &[Frame<D>],
    contenders: &Few<D>,
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let some_move = few::with_few_that_move(frames);
    let (all, some) = (Loop::new(frames), Loop::new(&some_move));
    let Few { pairs, steps } = contenders;
    few::compare(scene, "all pairs", &all, pairs, rounds, report)?;
    few::compare(scene, "step", &all, steps, rounds, report)?;
    few::compare(scene, "step, 5 % move", &some, steps, rounds, report)
}

fn compare<const D: usize>(
    scene: &str,
    frames: &[Frame<D>],
    contenders: &[Make<D>],
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let expected = play::expected(frames);
    let (slow, players): (Vec<Make<D>>, Vec<_>) = contenders
        .iter()
        .partition(|&&make| play::is_too_slow(make, frames, arguments.patience));
    let boxes = frames[0].len();
    let rounds = arguments.rounds();
    let mut free = FreeRounds::new(look_if(arguments.free), rounds * players.len());
    take_turns(scene, rounds, &players, |&make| {
        if let Some((contender, played)) =
            free.count(|| play_verified(scene, make, frames, &expected))?
        {
            let (task, name) = (contender.kind().name(), contender.name());
            report.add(scene, &task, name, boxes, played.timing(boxes));
        }
        Ok(())
    })?;
    free.print_others(scene);
    for contender in slow.iter().map(|make| make(frames)) {
        report.leave_out(
            scene,
            &contender.kind().name(),
            contender.name(),
            format!("over {} s", arguments.patience),
        );
    }
    Ok(())
}

/// Runs a contender on all frames, and compares its pairs with the expected ones.
fn play_verified<const D: usize>(
    scene: &str,
    make: Make<D>,
    frames: &[Frame<D>],
    expected: &Played,
) -> Result<(Box<dyn Contender<D>>, Played), String> {
    let (contender, played) = play::play(make, frames, expected.max_pairs);
    if played.checksum == expected.checksum {
        Ok((contender, played))
    } else {
        let name = contender.name();
        Err(format!(
            "the pairs of {name} differ from those of DynamicTree on {scene}"
        ))
    }
}
