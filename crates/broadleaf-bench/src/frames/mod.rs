//! Scenes in motion: all pairs of every frame, or what began and ended, from boxes that arrive
//! frame by frame.

mod broccoli;
mod contender;
mod grid;
mod ours;
mod parry;
mod play;
mod rstar;
mod scenes;
mod sweep;

use broadleaf::Aabb;
use broadleaf_scenes::Scene;

use self::contender::{Contender, Frame, Kind, Make, Pairs};
use crate::report::Report;
use crate::{Arguments, progress};

/// Has all contenders play all scenes that the arguments ask for.
///
/// # Errors
/// If a contender finds other pairs than Broadleaf's dynamic tree, which is tested against brute
/// force.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let in_threads = arguments.threads.is_some();
    for scene in scenes::all(arguments) {
        match (scene.make)().map_err(|error| error.to_string())? {
            Scene::Flat(frames) => compare(
                &scene.name,
                &scenes::collect(frames)?,
                &contender::flat(in_threads),
                arguments,
                report,
            )?,
            Scene::Solid(frames) => compare(
                &scene.name,
                &scenes::collect(frames)?,
                &contender::solid(in_threads),
                arguments,
                report,
            )?,
        }
    }
    Ok(())
}

fn compare<const D: usize>(
    scene: &str,
    frames: &[Frame<D>],
    contenders: &[Make<D>],
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let bar = progress::bar(scene, arguments.rounds() * contenders.len() + 1);
    let expected = play::expected(frames);
    bar.inc(1);
    let (slow, players): (Vec<Make<D>>, Vec<_>) = contenders
        .iter()
        .partition(|&&make| play::is_too_slow(make, frames, arguments.patience));
    for round in 0..arguments.rounds() {
        // Everyone is first, second, third equally often.
        for turn in 0..players.len() {
            let (contender, played) = play::play(
                players[(turn + round) % players.len()],
                frames,
                expected.pairs_at_most,
            );
            let (task, name) = (contender.kind().name(), contender.name());
            if played.checksum != expected.checksum {
                return Err(format!(
                    "{name} finds other pairs than brute force would on {scene}"
                ));
            }
            report.add(
                scene,
                &task,
                name,
                frames[0].len(),
                played.timing(frames[0].len()),
            );
            bar.inc(1);
        }
    }
    for contender in slow.iter().map(|make| make(frames)) {
        report.leave_out(
            scene,
            &contender.kind().name(),
            contender.name(),
            format!("over {} s", arguments.patience),
        );
    }
    bar.finish_and_clear();
    Ok(())
}

/// The mean edge of a scene's boxes, infinite ones aside: margins and cells are a share of it.
fn mean_edge<const D: usize>(frame: &Frame<D>) -> f32 {
    let edges = || {
        frame
            .iter()
            .flat_map(Aabb::extents)
            .filter(|edge| edge.is_finite())
            .map(f64::from)
    };
    (edges().sum::<f64>() / edges().count().max(1) as f64) as f32
}

/// The margin of contenders that fatten boxes: rapier's share.
const MARGIN: f32 = 0.04;
