//! `broadleaf man`: manual pages.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Arguments, ManArgs};
use crate::error::CliError;
use crate::output::say_bytes;

pub(crate) fn run(args: &ManArgs) -> Result<(), CliError> {
    let mut program = Arguments::command();
    program.build();
    let mut described = &program;
    for name in &args.command {
        described = described
            .find_subcommand(name)
            .ok_or_else(|| CliError::input(format!("there is no command \"{name}\"")))?;
    }
    say_bytes(&page(described)?)
}

/// The manual page of a command.
pub(super) fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .render(&mut page)
        .map_err(CliError::input)?;
    Ok(page)
}
