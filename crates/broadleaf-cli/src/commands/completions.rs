//! `broadleaf completions`: a completion script for a shell.

use clap::CommandFactory;

use crate::args::{Arguments, CompletionsArgs};
use crate::error::CliError;
use crate::output::say_bytes;

pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut Arguments::command(),
        "broadleaf",
        &mut script,
    );
    say_bytes(&script)
}
