//! Errors of joins.

use std::fmt;
use std::path::{Path, PathBuf};

use broadleaf_scenes::Skipped;

/// An error of a join. The message is one line that names the file, the position in it and the
/// problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutOfCoreError {
    /// A file or folder cannot be read or written, or has the wrong contents.
    File {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The inputs do not fit together, or an option is out of range.
    Job(String),
    /// There are more pairs than the limit.
    TooManyPairs {
        /// The limit.
        limit: u64,
    },
}

impl OutOfCoreError {
    pub(crate) fn in_file(path: &Path, problem: impl fmt::Display) -> Self {
        Self::File {
            path: path.to_owned(),
            problem: problem.to_string(),
        }
    }

    /// The error for a file without boxes.
    pub(crate) fn no_boxes(path: &Path, skipped: &Skipped) -> Self {
        let comma = if skipped.is_empty() { "" } else { "; " };
        Self::in_file(path, format!("the file has no boxes{comma}{skipped}"))
    }

    pub(crate) fn job(problem: impl fmt::Display) -> Self {
        Self::Job(problem.to_string())
    }
}

impl fmt::Display for OutOfCoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, problem } => {
                // Messages of other crates may have several lines; this one must not.
                let lines: Vec<_> = problem.lines().map(str::trim).collect();
                write!(f, "{}: {}", path.display(), lines.join("; "))
            }
            Self::Job(problem) => f.write_str(problem),
            Self::TooManyPairs { limit } => write!(
                f,
                "there are more than {limit} pairs, the limit: count them first, or raise it"
            ),
        }
    }
}

impl std::error::Error for OutOfCoreError {}

pub(crate) type Result<T> = std::result::Result<T, OutOfCoreError>;

/// Adds the name of the file to an error.
pub(crate) trait InFile<T> {
    fn in_file(self, path: &Path) -> Result<T>;
}

impl<T, E: fmt::Display> InFile<T> for std::result::Result<T, E> {
    fn in_file(self, path: &Path) -> Result<T> {
        self.map_err(|error| OutOfCoreError::in_file(path, error))
    }
}
