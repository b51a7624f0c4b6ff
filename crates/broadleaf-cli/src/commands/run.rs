//! `broadleaf run`: the overlapping pairs of every frame.

use broadleaf_scenes::Frames;

use super::input::open_scene;
use crate::args::RunArgs;
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::play::{PlayOptions, Played, play};
use crate::scene_task::{SceneTask, with_scene};
use crate::table::{count, ms, print_facts};

pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    if let Some(events) = &args.events {
        refuse_overwrite([args.scene.as_path()], events)?;
    }
    let played = with_scene(Play(args), open_scene(&args.scene, &args.reading)?)?;
    if args.json {
        return print_json("run", &played);
    }
    print_facts(&facts(&played))?;
    args.events.as_ref().map_or(Ok(()), |path| {
        say(format_args!("Wrote the events to {}.", path.display()))
    })
}

struct Play<'a>(&'a RunArgs);

impl SceneTask for Play<'_> {
    type Output = Played;

    fn run<S: SceneNumber, const D: usize>(self, frames: Frames<D, S>) -> Result<Played, CliError> {
        let Self(args) = self;
        let chosen = args.structure.for_pairs(frames.boxes, D)?;
        let options = PlayOptions {
            check: args.check,
            events: args.events.as_deref(),
        };
        play(frames, chosen, &options, |_, _| {})
    }
}

/// The result of [`play`] as labels and values.
pub(super) fn facts(played: &Played) -> Vec<(&'static str, String)> {
    let times = [
        played.times.total_ms,
        played.update_ms,
        played.pairs_ms,
        played.times.max_ms,
    ]
    .map(ms);
    vec![
        ("scene", played.scene.line()),
        (
            "structure",
            match played.bytes_per_box {
                Some(bytes) => format!("{}, {bytes:.0} bytes a box", played.chosen.structure),
                None => played.chosen.structure.clone(),
            },
        ),
        (
            "pairs",
            format!(
                "{} in all frames, checksum {}",
                count(played.pairs),
                played.checksum
            ),
        ),
        (
            "events",
            format!(
                "{} began, {} ended",
                count(played.begins),
                count(played.ends)
            ),
        ),
        (
            "time a frame",
            format!(
                "{} (update {} + pairs {}), at most {}",
                times[0], times[1], times[2], times[3]
            ),
        ),
        ("checked", checked(played.checked).to_owned()),
    ]
}

/// Whether and how the pairs of each frame were checked.
pub(super) fn checked(checked: bool) -> &'static str {
    if checked {
        "every frame has the same pairs as brute force"
    } else {
        "no (--check compares with brute force)"
    }
}
