//! What can go wrong, and with which exit code.

use std::fmt;
use std::process::ExitCode;

use broadleaf_scenes::SceneError;

/// A failure of the program.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The arguments or files are not right: exit code 2.
    Input(String),
    /// Everything could be read, but a check failed: exit code 1.
    Check(String),
    /// Whoever read the output has stopped, as `head` does: no failure at all.
    NobodyReads,
}

impl CliError {
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Check(_) => ExitCode::from(1),
            Self::NobodyReads => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Check(message) => f.write_str(message),
            Self::NobodyReads => f.write_str("nobody reads the output"),
        }
    }
}

impl From<SceneError> for CliError {
    fn from(error: SceneError) -> Self {
        Self::input(error)
    }
}
