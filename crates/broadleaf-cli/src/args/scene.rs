//! `broadleaf scene`.

use std::path::PathBuf;

use clap::Args;

use crate::help;

#[derive(Debug, Args)]
#[command(after_help = help::SCENE)]
pub(crate) struct SceneArgs {
    #[arg(help = help::scene_kinds())]
    pub(crate) kind: String,
    /// The number of boxes; in a recording, the number of moving bodies
    #[arg(
        short,
        long = "number",
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub(crate) n: usize,
    /// The seed of the random generator
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The number of frames
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) frames: usize,
    /// The number of dimensions, 2 or 3
    #[arg(long, default_value_t = 3, allow_negative_numbers = true)]
    pub(crate) dim: usize,
    /// The file to write
    #[arg(short, long, value_name = "FILE.aabbs")]
    pub(crate) out: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
