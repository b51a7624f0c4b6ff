//! `broadleaf completions`: a completion script for a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::{Arguments, CompletionsArgs};
use crate::error::CliError;
use crate::output::say_bytes;

pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    say_bytes(&script(args.shell))
}

/// The completion script for a shell.
pub(super) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "broadleaf", &mut script);
    script
}
