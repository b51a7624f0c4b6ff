//! `broadleaf run`: the pairs of every frame.

use broadleaf::BroadPhase;
use broadleaf_scenes::Frames;

use super::{open_scene, print_json};
use crate::args::RunArgs;
use crate::error::CliError;
use crate::play::{PlayOptions, Played, play};
use crate::structure::{Task, with_structure};
use crate::table::{count, ms, print_facts};

pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    let options = PlayOptions { structure: args.structure.to_string(), check: args.check, events: args.events.as_deref() };
    let played = with_structure(Play(&options), args.structure, open_scene(&args.scene)?)?;
    if args.json {
        return print_json(&played);
    }
    print_played(&played);
    if let Some(path) = &args.events {
        println!("The events are in {}.", path.display());
    }
    Ok(())
}

struct Play<'a>(&'a PlayOptions<'a>);

impl Task for Play<'_> {
    type Output = Played;

    fn run<const D: usize, B: BroadPhase<f32, D>>(self, frames: Frames<D>) -> Result<Played, CliError> {
        play(frames, self.0, |_, _: &B| {})
    }
}

pub(super) fn print_played(played: &Played) {
    print_facts(&[
        ("scene", format!("{}, {} boxes in {}D, {} frames", played.scene, count(played.n as u64), played.dim, count(played.frames as u64))),
        ("structure", format!("{}, {:.0} bytes a box", played.structure, played.bytes_per_box)),
        ("pairs", format!("{} in all frames, checksum {}", count(played.pairs), played.checksum)),
        ("events", format!("{} began, {} ended", count(played.begins), count(played.ends))),
        (
            "time a frame",
            format!(
                "{} (update {} + pairs {}), at most {}",
                ms(played.total_ms),
                ms(played.update_ms),
                ms(played.pairs_ms),
                ms(played.max_ms)
            ),
        ),
        (
            "checked",
            if played.checked {
                "every frame has the pairs that brute force finds".to_owned()
            } else {
                "no; --check compares with brute force".to_owned()
            },
        ),
    ]);
}
