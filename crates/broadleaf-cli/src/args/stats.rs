//! `broadleaf stats`.

use clap::Args;

use super::frame::FrameArgs;
use crate::help;
use crate::structure::StructureArgs;

#[derive(Debug, Args)]
#[command(after_help = help::STATS)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: FrameArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
}
