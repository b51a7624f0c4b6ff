//! Without a command: plays the built-in recording and draws one of its frames.

use std::path::Path;

use broadleaf::BroadPhase;
use broadleaf::report::Stats;
use broadleaf_scenes::Frames;

use super::draw::draw_structure;
use super::input::built_in_scene;
use super::run::facts;
use crate::error::CliError;
use crate::output::say;
use crate::play::{PlayOptions, Played, play};
use crate::structure::{SceneTask, Structure, with_scene};
use crate::table::print_facts;

const PICTURE: &str = "broadleaf-demo.svg";
/// A tree, because the picture shows its nodes by level.
const STRUCTURE: Structure = Structure::DynamicTree;

pub(crate) fn run() -> Result<(), CliError> {
    say("Playing a recording of a physics engine: bodies fall into a box and pile up.\n")?;
    let (played, stats) = with_scene(Demo, STRUCTURE, built_in_scene()?)?;
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
  broadleaf ccd FRAME0.ply FRAME1.ply        the candidates of a moving mesh
  broadleaf --help                           everything else
With cargo: cargo run --release -- run built-in --check"
    ))
}

struct Demo;

impl SceneTask for Demo {
    type Output = (Played, Stats);

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<(Played, Stats), CliError> {
        let (title, middle) = (frames.name.clone(), frames.frames / 2);
        let options = PlayOptions {
            structure: STRUCTURE.to_string(),
            check: false,
            events: None,
        };
        let (mut stats, mut drawn) = (Stats::default(), Ok(()));
        let played = play(frames, &options, |number, structure: &B| {
            if number == middle {
                stats = structure.stats();
                drawn = draw_structure(
                    &format!("{title}, frame {number}"),
                    structure,
                    Path::new(PICTURE),
                );
            }
        })?;
        drawn.map(|()| (played, stats))
    }
}
