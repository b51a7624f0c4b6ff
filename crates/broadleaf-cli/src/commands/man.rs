//! `broadleaf man`: manual pages.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Arguments, ManArgs};
use crate::error::CliError;
use crate::output::say_bytes;

pub(crate) fn run(args: &ManArgs) -> Result<(), CliError> {
    let mut program = Arguments::command();
    program.build();
    let described = match &args.command {
        None => program,
        Some(name) => command(&program, name)?,
    };
    let mut page = Vec::new();
    Man::new(described)
        .render(&mut page)
        .map_err(CliError::input)?;
    say_bytes(&page)
}

fn command(program: &Command, name: &str) -> Result<Command, CliError> {
    program
        .find_subcommand(name)
        .cloned()
        .ok_or_else(|| CliError::input(format!("there is no command \"{name}\"")))
}
