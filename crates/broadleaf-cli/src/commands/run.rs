//! `broadleaf run`: the overlapping pairs of every frame.

use broadleaf::BroadPhase;
use broadleaf_scenes::Frames;

use super::input::open_scene;
use crate::args::RunArgs;
use crate::error::CliError;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::play::{PlayOptions, Played, play};
use crate::structure::{SceneTask, with_scene};
use crate::table::{count, ms, print_facts};

pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    if let Some(events) = &args.events {
        refuse_overwrite([args.scene.as_path()], events)?;
    }
    let scene = open_scene(&args.scene)?;
    let structure = args.structure.for_pairs(scene.boxes());
    let options = PlayOptions {
        structure: structure.to_string(),
        check: args.check,
        events: args.events.as_deref(),
    };
    let played = with_scene(Play(&options), structure, scene)?;
    if args.json {
        return print_json(&played);
    }
    print_facts(&facts(&played))?;
    args.events.as_ref().map_or(Ok(()), |path| {
        say(format_args!("Wrote the events to {}.", path.display()))
    })
}

struct Play<'a>(&'a PlayOptions<'a>);

impl SceneTask for Play<'_> {
    type Output = Played;

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<Played, CliError> {
        play(frames, self.0, |_, _: &B| {})
    }
}

/// The result of [`play`] as labels and values.
pub(super) fn facts(played: &Played) -> Vec<(&'static str, String)> {
    let times = [
        played.total_ms,
        played.update_ms,
        played.pairs_ms,
        played.max_ms,
    ]
    .map(ms);
    let checked = if played.checked {
        "every frame has the same pairs as brute force"
    } else {
        "no (--check compares with brute force)"
    };
    vec![
        (
            "scene",
            format!(
                "{}, {} boxes in {}D, {} frames",
                played.scene,
                count(played.n as u64),
                played.dim,
                count(played.frames as u64)
            ),
        ),
        (
            "structure",
            match played.bytes_per_box {
                Some(bytes) => format!("{}, {bytes:.0} bytes a box", played.structure),
                None => played.structure.clone(),
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
        ("checked", checked.to_owned()),
    ]
}
