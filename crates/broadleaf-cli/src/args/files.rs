//! `broadleaf completions`, `broadleaf man` and `broadleaf package`: files for an installation.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::help;

#[derive(Debug, Args)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = help::MAN)]
pub(crate) struct ManArgs {
    /// The command to describe; the whole program if left out
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = help::PACKAGE)]
pub(crate) struct PackageArgs {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}
