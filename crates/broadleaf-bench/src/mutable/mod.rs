//! Pairs that change both of their items: every pair pushes two items apart.

mod contenders;
mod thing;

use broadleaf_scenes::{Family, Frames, Scene};

use self::contenders::{Contender, flat, solid};
use self::thing::Thing;
use crate::arguments::Arguments;
use crate::report::{Report, Timing};
use crate::turns::take_turns;

/// Compares mutable pairs on all scenes that the arguments select.
///
/// # Errors
/// If a contender pushes other items than `KdSlice` does.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let boxes = 100_000 / if arguments.quick { 10 } else { 1 };
    for pairs_per_box in [0.5, 4.0] {
        for dimensions in [2, 3] {
            let name = format!("uniform-{pairs_per_box} {dimensions}D {boxes}");
            if !name.contains(&arguments.scene) {
                continue;
            }
            match Family::uniform(pairs_per_box, dimensions, boxes, 1, 1)
                .map_err(|error| error.to_string())?
            {
                Scene::Flat(frames) => compare(&name, frames, flat(), arguments, report)?,
                Scene::Solid(frames) => compare(&name, frames, solid(), arguments, report)?,
            }
        }
    }
    Ok(())
}

fn compare<const D: usize>(
    scene: &str,
    mut frames: Frames<D>,
    mut contenders: Vec<Contender<D>>,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let frame = frames.next().ok_or("a scene has a frame")?;
    let frame = frame.map_err(|error| error.to_string())?;
    let things: Vec<_> = frame.into_iter().map(Thing::new).collect();
    contenders.retain(|contender| arguments.threads.is_some() || !contender.is_in_threads);
    let mut expected = things.clone();
    thing::push_all(&mut expected);
    take_turns(scene, arguments.rounds(), &contenders, |contender| {
        let mut things = things.clone();
        let times = (contender.run)(&mut things);
        if !thing::are_equal(&things, &expected) {
            return Err(format!("{} pushes other items on {scene}", contender.name));
        }
        let threads = match contender.is_in_threads {
            true => format!(", {} threads", rayon::current_num_threads()),
            false => String::new(),
        };
        let whole = times.build.unwrap_or(0.0) + times.pairs;
        let mut add = |task: &str, ms: f64| {
            let timing = Timing {
                ms,
                ..Timing::default()
            };
            let task = format!("{task}{threads}");
            report.add(scene, &task, contender.name, things.len(), timing);
        };
        add("build and push", whole);
        if times.build.is_some() {
            add("push", times.pairs);
        }
        Ok(())
    })
}
