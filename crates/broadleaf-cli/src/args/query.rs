//! `broadleaf query`.

use clap::Args;

use super::frame::FrameArgs;
use super::question::Question;
use crate::help;
use crate::structure::StructureArgs;

#[derive(Debug, Args)]
#[command(after_help = help::QUERY)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) input: FrameArgs,
    #[command(flatten)]
    pub(crate) question: Question,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
}
