//! One frame of a scene.

use std::path::PathBuf;

use clap::Args;

use super::input::SceneReading;
use crate::help;

/// The scene and the frame that a command reads.
#[derive(Debug, Args)]
pub(crate) struct FrameArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    /// The number of the frame, from 0
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) frame: usize,
    #[command(flatten)]
    pub(crate) reading: SceneReading,
}
