//! `broadleaf draw`: a picture of a frame.

use std::path::Path;

use broadleaf::report::NodeView;
use broadleaf::{BroadPhase, Id};
use broadleaf_scenes::Frames;

use super::input::{nth_frame, open_scene};
use crate::args::DrawArgs;
use crate::draw::picture;
use crate::error::CliError;
use crate::output::say;
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::structure::{SceneTask, with_scene};

pub(crate) fn run(args: &DrawArgs) -> Result<(), CliError> {
    refuse_overwrite([args.scene.as_path()], &args.out)?;
    with_scene(Draw(args), args.structure, open_scene(&args.scene)?)?;
    say(format_args!(
        "Wrote a drawing of frame {} to {}.",
        args.frame,
        args.out.display()
    ))
}

struct Draw<'a>(&'a DrawArgs);

impl SceneTask for Draw<'_> {
    type Output = ();

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<(), CliError> {
        let title = format!("{}, frame {}", frames.name, self.0.frame);
        let frame = nth_frame(frames, self.0.frame)?;
        let bar = progress::bar(2, "drawing");
        let mut structure = B::default();
        structure.extend((0..).map(Id).zip(frame));
        bar.inc(1);
        draw_structure(&title, &structure, &self.0.out)?;
        bar.finish_and_clear();
        Ok(())
    }
}

/// Draws the nodes of a structure and writes the picture to a file.
pub(super) fn draw_structure<const D: usize>(
    title: &str,
    structure: &impl BroadPhase<f32, D>,
    out: &Path,
) -> Result<(), CliError> {
    let mut nodes: Vec<NodeView<f32, D>> = Vec::new();
    structure.for_each_node(|node| nodes.push(node));
    svg::save(out, &picture(title, &nodes))
        .map_err(|error| CliError::input(format!("{}: {error}", out.display())))
}
