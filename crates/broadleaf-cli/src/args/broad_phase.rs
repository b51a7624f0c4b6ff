//! `broadleaf broad_phase`.

use std::path::PathBuf;

use clap::Args;

use super::input::SceneReading;
use crate::help;
use crate::stage::StageArgs;
use crate::structure::StructureArgs;

#[derive(Debug, Args)]
#[command(after_help = help::BROAD_PHASE)]
pub(crate) struct BroadPhaseArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    #[command(flatten)]
    pub(crate) reading: SceneReading,
    #[command(flatten)]
    pub(crate) stage: StageArgs,
    /// Also report the pairs that stay from one frame to the next
    #[arg(long)]
    pub(crate) stays: bool,
    /// Compare the pairs of each frame with brute force and validate the broad phase; the exit code
    /// is 1 if a frame differs
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the pairs that begin and end to a CSV file
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) events: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
}
