//! Without a command: plays the built-in recording and draws one of its frames.

use std::path::Path;

use broadleaf::SpatialIndex;
use broadleaf::report::Stats;
use broadleaf_scenes::Frames;

use super::input::built_in_scene;
use super::run::facts;
use crate::draw::{Drawing, Look, save};
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::output::say;
use crate::play::{PlayOptions, Played, play};
use crate::scene_task::{SceneTask, with_scene};
use crate::structure::StructureArgs;
use crate::table::print_facts;

const PICTURE: &str = "broadleaf-demo.svg";

pub(crate) fn run() -> Result<(), CliError> {
    say("Playing a recording of a physics engine: bodies fall into a box and pile up.\n")?;
    let (played, stats) = with_scene(Demo, built_in_scene()?)?;
    let tree = format!(
        "height {}; siblings differ in height by at most {}; the nodes have {:.1} times the root's area",
        stats.height, stats.max_balance, stats.area_ratio
    );
    print_facts(&[facts(&played), vec![("tree", tree)]].concat())?;
    say(format_args!(
        "
{PICTURE} shows the frame in the middle, with the nodes of the tree colored by level.
Try next:
  broadleaf run built-in --check             compare every frame with brute force
  broadleaf scene uniform -n 100000 --frames 60 -o uniform.aabbs
  broadleaf run uniform.aabbs                a larger scene
  broadleaf query uniform.aabbs --nearest 10,10,10 -k 5
  broadleaf broad-phase built-in --check           begin and end events of proxies with margins
  broadleaf draw built-in --frame 80 --broad-phase -o broad-phase.svg
  broadleaf ccd FRAME0.ply FRAME1.ply        the candidates of a moving mesh
  broadleaf --help                           everything else
With cargo: cargo run --release -- run built-in --check"
    ))
}

struct Demo;

impl SceneTask for Demo {
    type Output = (Played, Stats);

    fn run<S: SceneNumber, const D: usize>(
        self,
        frames: Frames<D, S>,
    ) -> Result<(Played, Stats), CliError> {
        let (title, middle) = (frames.name.clone(), frames.frames / 2);
        let options = PlayOptions {
            check: false,
            events: None,
        };
        // A tree, because the picture shows its nodes by level.
        let chosen = StructureArgs::default().for_questions(D)?;
        let (mut stats, mut drawn) = (Stats::default(), Ok(()));
        let played = play(frames, chosen, &options, |number, structure| {
            if number == middle {
                stats = structure.stats();
                let drawing = Drawing::of(structure, Look::default());
                let title = format!("{title}, frame {number}");
                drawn = save(&drawing, &title, Path::new(PICTURE)).map(drop);
            }
        })?;
        drawn.map(|()| (played, stats))
    }
}
