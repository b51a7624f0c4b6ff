//! What the program prints.

use std::fmt::Display;
use std::io::{ErrorKind, Write, stdout};

use crate::error::CliError;

/// Prints a line, or several.
pub(crate) fn say(text: impl Display) -> Result<(), CliError> {
    writeln!(stdout(), "{text}").map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CliError::NobodyReads,
        _ => CliError::input(format!("standard output: {error}")),
    })
}
