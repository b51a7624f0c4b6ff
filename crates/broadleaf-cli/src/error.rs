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
}

impl CliError {
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Check(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Input(message) | Self::Check(message)) = self;
        f.write_str(message)
    }
}

impl From<SceneError> for CliError {
    fn from(error: SceneError) -> Self {
        Self::input(error)
    }
}
