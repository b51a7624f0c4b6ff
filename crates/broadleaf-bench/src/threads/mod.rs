//! One thread compared with several: pairs, joins and builds, by the clock.

mod messages;
mod task;

use std::thread;
use std::time::{Duration, Instant};

use broadleaf_scenes::{Family, Frames, Scene};

use self::messages::{are_processors_near, round_trip_ms};
use self::task::{Task, Way, tasks};
use crate::arguments::Arguments;
use crate::free_rounds::{FreeRounds, Look, look_if};
use crate::report::{Report, Timing};
use crate::{progress, stopwatch};

/// The time between two frames of a game, in which the threads of the pool fall asleep.
const PAUSE: Duration = Duration::from_millis(16);

/// Without a pause, a task is called this number of times in succession, and the last call is
/// timed.
const CALLS: usize = 4;

/// Compares one thread with the number of threads in the arguments, if any.
///
/// # Errors
/// If the answers of one thread and of several differ.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    if arguments.threads.is_none() {
        return Ok(());
    }
    let scale = if arguments.quick { 10 } else { 1 };
    let sizes: &[usize] = match arguments.million {
        true => &[100_000, 1_000_000],
        false => &[100_000],
    };
    for boxes in sizes.iter().map(|size| size / scale) {
        for dimensions in [2, 3] {
            let name = format!("uniform-4 {dimensions}D {boxes}");
            let scene = Family::uniform(4.0, dimensions, boxes, 2, 1);
            compare(&name, scene, arguments, report)?;
        }
        let name = format!("surface 3D {boxes}");
        compare(
            &name,
            Family::Surface.scene(3, boxes, 2, 1),
            arguments,
            report,
        )?;
    }
    Ok(())
}

fn compare(
    name: &str,
    scene: Result<Scene, broadleaf_scenes::SceneError>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    if !name.contains(&arguments.scene) {
        return Ok(());
    }
    match scene.map_err(|error| error.to_string())? {
        Scene::Flat(frames) => compare_frames(name, frames, arguments, report),
        Scene::Solid(frames) => compare_frames(name, frames, arguments, report),
    }
}

fn compare_frames<const D: usize>(
    name: &str,
    frames: Frames<D>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let frames: Vec<_> = frames
        .take(2)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let [first, second] = &frames[..] else {
        return Err(format!("{name} has too few frames"));
    };
    for ms in (0..arguments.rounds()).filter_map(|_| round_trip_ms()) {
        let timing = Timing {
            ms,
            ..Timing::default()
        };
        report.add(name, "a message and its answer", "two threads", 1, timing);
    }
    for mut task in tasks(first, second) {
        compare_ways(name, first.len(), &mut task, arguments, report)?;
    }
    Ok(())
}

/// Plays a task in all ways, until enough rounds are accepted.
fn compare_ways(
    scene: &str,
    boxes: usize,
    task: &mut Task<'_>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    (task.prepare)(Way::OneThread);
    let expected = (task.run)(Way::OneThread);
    let rounds = arguments.rounds();
    let bar = progress::bar(scene, rounds);
    let mut looks = look_if(arguments.free);
    looks.extend(arguments.near.then_some(are_processors_near as Look));
    let mut free = FreeRounds::new(looks, rounds);
    for round in 0..rounds {
        let Some(times) = free.count(|| play(scene, task, round, expected))? else {
            break;
        };
        for (label, way, ms) in times {
            let timing = Timing {
                ms,
                ..Timing::default()
            };
            report.add(scene, &label, way.name(), boxes, timing);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    free.print_others(&format!("{scene}, {}", task.name));
    Ok(())
}

/// One round: the task in each way, with and without a preceding pause. The first way alternates.
fn play(
    scene: &str,
    task: &mut Task<'_>,
    round: usize,
    expected: u64,
) -> Result<Vec<(String, Way, f64)>, String> {
    let mut ways = [Way::OneThread, Way::Threads];
    ways.rotate_left(round % 2);
    let mut times = Vec::new();
    for way in ways {
        for pause in [Duration::ZERO, PAUSE] {
            let ms = time(task, way, pause, expected)
                .ok_or_else(|| format!("{}: threads change the answer on {scene}", task.name))?;
            let label = match pause.is_zero() {
                true => task.name.to_owned(),
                false => format!("{}, after a pause of {} ms", task.name, pause.as_millis()),
            };
            times.push((label, way, ms));
        }
    }
    Ok(times)
}

/// The milliseconds of a task by the clock; `None` if its answer is not the expected one.
fn time(task: &mut Task<'_>, way: Way, pause: Duration, expected: u64) -> Option<f64> {
    let mut answer = 0;
    let mut work = |task: &mut Task<'_>| answer = (task.run)(way);
    let ms = if pause.is_zero() {
        for _ in 1..CALLS {
            (task.prepare)(way);
            work(task);
        }
        (task.prepare)(way);
        stopwatch::wall_ms(|| work(task))
    } else {
        (task.prepare)(way);
        thread::sleep(pause);
        let start = Instant::now();
        work(task);
        start.elapsed().as_secs_f64() * 1e3
    };
    (answer == expected).then_some(ms)
}
