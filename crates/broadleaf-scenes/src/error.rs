//! Errors of scenes, with their location.

use std::fmt;
use std::path::Path;

/// The error of reading, writing or generating a scene. The message is one line that names the
/// file, the location in it and the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// The location, innermost part first: object, frame, file.
    location: Vec<String>,
    problem: String,
}

impl SceneError {
    /// An error without a location.
    pub fn new(problem: impl fmt::Display) -> Self {
        Self {
            location: Vec::new(),
            problem: problem.to_string(),
        }
    }

    /// Adds an enclosing part of the location: first an object, then a frame, then a file.
    #[must_use]
    pub fn within(mut self, part: impl fmt::Display) -> Self {
        self.location.push(part.to_string());
        self
    }

    /// Adds the file to the location.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        self.within(path.display())
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.location.iter().rev() {
            write!(f, "{part}: ")?;
        }
        // Messages of other crates may have several lines; this one must not.
        let mut lines = self
            .problem
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        f.write_str(lines.next().unwrap_or("unknown problem"))?;
        lines.try_for_each(|line| write!(f, "; {line}"))
    }
}

impl std::error::Error for SceneError {}

impl From<std::io::Error> for SceneError {
    fn from(error: std::io::Error) -> Self {
        Self::new(error)
    }
}
