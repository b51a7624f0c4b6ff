//! Standard output.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stdout};

use crate::error::CliError;

/// Prints one or more lines.
pub(crate) fn say(text: impl Display) -> Result<(), CliError> {
    writeln!(stdout(), "{text}").map_err(|error| as_failure(&error))
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    say(serde_json::to_string_pretty(value).map_err(CliError::input)?)
}

/// Prints generated text without adding a line break.
pub(crate) fn say_bytes(bytes: &[u8]) -> Result<(), CliError> {
    stdout()
        .write_all(bytes)
        .map_err(|error| as_failure(&error))
}

fn as_failure(error: &io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::OutputClosed,
        _ => CliError::input(format!("standard output: {error}")),
    }
}
