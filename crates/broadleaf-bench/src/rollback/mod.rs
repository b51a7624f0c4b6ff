//! Going back some frames and playing them again, as peers do when another one's input comes late.

mod ours;
mod rapier;

use std::collections::VecDeque;

use broadleaf::Aabb;
use broadleaf_scenes::Scene;
use broadleaf_scenes::record::Recording;

use crate::report::{Report, Timing, median};
use crate::{Arguments, progress, stopwatch};

/// How many frames everybody goes back.
const FRAMES: usize = 8;
/// How often.
const TIMES: usize = 24;
const BODIES: usize = 800;

type Frame = Vec<Aabb<f32, 2>>;
/// Pairs that began and ended, smaller body first, in order.
type Events = [Vec<(u32, u32)>; 2];

/// A broad phase that can go back.
trait Player {
    fn name(&self) -> &'static str;
    /// Plays a frame.
    fn play(&mut self, boxes: &Frame) -> Events;
    /// Plays a frame such that it can be gone back to.
    fn play_and_remember(&mut self, boxes: &Frame) -> Events;
    /// How many bytes it holds so that it can go back.
    fn bytes(&self) -> usize;
    /// Goes back so many frames.
    fn go_back(&mut self, frames: usize);
}

/// Keeps a save, and no more than are needed.
fn keep(saves: &mut VecDeque<Vec<u8>>, save: Vec<u8>) {
    saves.truncate(FRAMES - 1);
    saves.push_front(save);
}

/// The save before so many frames; those after it are gone.
fn recall(saves: &mut VecDeque<Vec<u8>>, frames: usize) -> Vec<u8> {
    saves.drain(..frames - 1);
    saves.pop_front().expect("so many frames are saved")
}

type Make = fn(&Frame) -> Box<dyn Player>;
const PLAYERS: [Make; 3] = [ours::journal, ours::saves, rapier::saves];

/// Has everybody go back and play again.
///
/// # Errors
/// If somebody does not see the same events again, or a scene cannot be recorded.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let times = if arguments.quick { 2 } else { TIMES };
    for (recording, one_of) in [
        (Recording::Stream, 1),
        (Recording::Pile, 1),
        (Recording::Stream, 16),
    ] {
        let name = format!("{} 2D {BODIES}, {} move", recording.name(), BODIES / one_of);
        if name.contains(&arguments.scene) {
            let frames = with_few_in_motion(record(recording, FRAMES * (times + 1))?, one_of);
            compare(&name, &frames, arguments.rounds(), report)?;
        }
    }
    Ok(())
}

/// Has only each n-th body move.
fn with_few_in_motion(mut frames: Vec<Frame>, one_of: usize) -> Vec<Frame> {
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
        Scene::Solid(_) => Err("a flat scene has become a solid one".to_owned()),
    }
}

fn compare(
    scene: &str,
    frames: &[Frame],
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let bar = progress::bar(scene, rounds * PLAYERS.len());
    for round in 0..rounds {
        for turn in 0..PLAYERS.len() {
            let make = PLAYERS[(turn + round) % PLAYERS.len()];
            let mut player = make(&frames[0]);
            let name = player.name();
            let straight = play_straight(make(&frames[0]).as_mut(), frames);
            let [remember, back] = play_twice(player.as_mut(), frames, &straight.events)
                .ok_or_else(|| format!("{name} sees other events on {scene}"))?;
            let boxes = frames[0].len();
            report.add(scene, "play a frame", name, boxes, straight.timing());
            report.add(scene, "play and remember a frame", name, boxes, remember);
            report.add(
                scene,
                &format!("go back {FRAMES} frames"),
                name,
                boxes,
                back,
            );
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// All frames without going back.
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
            straight.events.push(player.play(frame))
        }));
    }
    straight
}

/// Plays every few frames twice; returns how that went, and how going back did. `None` if the
/// events are not those of a straight run.
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
                    are_right &= player.play_and_remember(frame) == *expected
                }));
            }
            // The first part builds, and there is nothing before it.
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
