//! `broadleaf diff`.

use std::path::PathBuf;

use clap::Args;

use crate::help;

#[derive(Debug, Args)]
#[command(after_help = help::DIFF)]
pub(crate) struct DiffArgs {
    /// The log of one peer, written by a `Recorder`
    #[arg(value_name = "A.trace")]
    pub(crate) first: PathBuf,
    /// The log of the other peer
    #[arg(value_name = "B.trace")]
    pub(crate) second: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
