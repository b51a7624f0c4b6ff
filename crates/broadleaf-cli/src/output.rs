//! Standard output.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::path::Path;

use broadleaf_scenes::Skipped;
use serde::Serialize;

use crate::error::CliError;

/// Prints one or more lines.
pub(crate) fn say(text: impl Display) -> Result<(), CliError> {
    writeln!(stdout(), "{text}").map_err(|error| as_failure(&error))
}

/// Prints the result of a command as JSON: one object, whose first key is the command.
pub(crate) fn print_json(command: &str, result: &impl Serialize) -> Result<(), CliError> {
    let object = JsonResult { command, result };
    say(serde_json::to_string_pretty(&object).map_err(CliError::input)?)
}

#[derive(Serialize)]
struct JsonResult<'a, T> {
    command: &'a str,
    #[serde(flatten)]
    result: &'a T,
}

/// Reports on standard error what the reader of a file skipped.
pub(crate) fn warn_skipped(path: Option<&Path>, skipped: &Skipped) {
    if skipped.is_empty() {
        return;
    }
    let name = path.map_or_else(String::new, |path| format!("{}: ", path.display()));
    warn(format_args!("{name}{skipped}"));
}

/// Prints a note on standard error.
pub(crate) fn warn(text: impl Display) {
    // Standard error may be closed.
    let _ = writeln!(stderr(), "note: {text}");
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
