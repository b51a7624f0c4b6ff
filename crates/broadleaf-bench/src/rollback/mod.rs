//! Going back several frames and replaying them, as peers do when another peer's input arrives
//! late.

mod ours;
mod player;
mod rapier;
mod saves;

use broadleaf_scenes::Scene;
use broadleaf_scenes::record::Recording;

use self::player::{Events, FRAMES, Frame, Player};
use crate::arguments::Arguments;
use crate::report::{Report, Timing, median};
use crate::stopwatch;
use crate::turns::take_turns;

/// How often each contender goes back.
const TIMES: usize = 24;
const BODIES: usize = 800;

type Make = fn(&Frame) -> Box<dyn Player>;
const PLAYERS: [Make; 3] = [ours::journal, ours::saves, rapier::saves];

/// Compares all contenders on all scenes that the arguments select.
///
/// # Errors
/// If replayed events differ, or a scene cannot be recorded.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let times = if arguments.quick { 2 } else { TIMES };
    for (recording, one_of) in [
        (Recording::Stream, 1),
        (Recording::Pile, 1),
        (Recording::Stream, 16),
    ] {
        let name = format!("{} 2D {BODIES}, {} move", recording.name(), BODIES / one_of);
        if name.contains(&arguments.scene) {
            let frames = with_one_moving_in(record(recording, FRAMES * (times + 1))?, one_of);
            compare(&name, &frames, arguments.rounds(), report)?;
        }
    }
    Ok(())
}

/// Keeps the motion of only one body in `one_of`.
fn with_one_moving_in(mut frames: Vec<Frame>, one_of: usize) -> Vec<Frame> {
    if let Some((first, later)) = frames.split_first_mut() {
        for frame in later {
            let bodies = frame.iter_mut().zip(&*first).enumerate();
            bodies
                .filter(|(body, _)| !body.is_multiple_of(one_of))
                .for_each(|(_, (aabb, at_first))| *aabb = *at_first);
        }
    }
    frames
}

fn record(recording: Recording, frames: usize) -> Result<Vec<Frame>, String> {
    match recording
        .scene(2, BODIES, frames, 1)
        .map_err(|error| error.to_string())?
    {
        Scene::Flat(frames) => frames
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string()),
        Scene::Solid(_) => Err("the recording is not 2D".to_owned()),
    }
}

fn compare(
    scene: &str,
    frames: &[Frame],
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let back_task = format!("go back {FRAMES} frames");
    take_turns(scene, rounds, &PLAYERS, |make| {
        let mut player = make(&frames[0]);
        let name = player.name();
        let straight = play_straight(make(&frames[0]).as_mut(), frames);
        let [remember, back] = play_twice(player.as_mut(), frames, &straight.events)
            .ok_or_else(|| format!("the events of {name} differ after going back on {scene}"))?;
        for (task, timing) in [
            ("play a frame", straight.timing()),
            ("play and remember a frame", remember),
            (&back_task, back),
        ] {
            report.add(scene, task, name, frames[0].len(), timing);
        }
        Ok(())
    })
}

/// The times and events of all frames without going back.
#[derive(Default)]
struct Straight {
    ms: Vec<f64>,
    events: Vec<Events>,
}

impl Straight {
    fn timing(&self) -> Timing {
        Timing {
            ms: median(self.ms.iter().copied()).unwrap_or_default(),
            ..Timing::default()
        }
    }
}

fn play_straight(player: &mut dyn Player, frames: &[Frame]) -> Straight {
    let mut straight = Straight::default();
    for frame in frames {
        straight.ms.push(stopwatch::cpu_ms(|| {
            straight.events.push(player.play(frame));
        }));
    }
    straight
}

/// Plays each group of [`FRAMES`] frames twice. Returns the timings of recording and of going back,
/// or `None` if the events differ from `expected`.
fn play_twice(
    player: &mut dyn Player,
    frames: &[Frame],
    expected: &[Events],
) -> Option<[Timing; 2]> {
    let (mut remember_ms, mut back_ms, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    let mut are_right = true;
    for (part, expected) in frames.chunks(FRAMES).zip(expected.chunks(FRAMES)) {
        for again in [false, true] {
            for (frame, expected) in part.iter().zip(expected) {
                remember_ms.push(stopwatch::cpu_ms(|| {
                    are_right &= player.play_and_remember(frame) == *expected;
                }));
            }
            // The first group builds the structures, and there is no frame to go back to.
            if again || back_ms.is_empty() && bytes.is_empty() {
                bytes.push(player.bytes() as f64 / FRAMES as f64);
                break;
            }
            back_ms.push(stopwatch::cpu_ms(|| player.go_back(FRAMES)));
        }
    }
    let bytes_each = median(bytes.into_iter()).map(|bytes| bytes / frames[0].len() as f64);
    let remember = Timing {
        ms: median(remember_ms.into_iter())?,
        bytes_each,
        ..Timing::default()
    };
    let back = Timing {
        ms: median(back_ms.into_iter())?,
        ..Timing::default()
    };
    are_right.then_some([remember, back])
}
