//! Failures and their exit codes.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use broadleaf_scenes::SceneError;

/// A failure of the program.
#[derive(Debug)]
pub(crate) enum CliError {
    /// An argument or a file is wrong: exit code 2.
    Input(String),
    /// All input is valid, but a check failed: exit code 1.
    Check(String),
    /// The reader of the output closed it, as `head` does: exit code 0.
    OutputClosed,
}

impl CliError {
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    pub(crate) fn in_file(path: &Path, problem: impl fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", path.display()))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Check(_) => ExitCode::from(1),
            Self::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Check(message) => f.write_str(message),
            Self::OutputClosed => f.write_str("standard output is closed"),
        }
    }
}

impl From<SceneError> for CliError {
    fn from(error: SceneError) -> Self {
        Self::input(error)
    }
}
