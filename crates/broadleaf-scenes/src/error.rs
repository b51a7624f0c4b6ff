//! What is wrong with a scene, and where.

use std::fmt;
use std::path::Path;

/// A scene that cannot be read, written or generated: one line that names file, place and problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// From the problem outwards: object, frame, file.
    places: Vec<String>,
    problem: String,
}

impl SceneError {
    /// An error that does not say yet where it is.
    pub fn new(problem: impl fmt::Display) -> Self {
        Self {
            places: Vec::new(),
            problem: problem.to_string(),
        }
    }

    /// The same error with the place that contains it: an object, then a frame, then a file.
    #[must_use]
    pub fn within(mut self, place: impl fmt::Display) -> Self {
        self.places.push(place.to_string());
        self
    }

    /// The same error with the file it is in.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        self.within(path.display())
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.places.iter().rev() {
            write!(f, "{place}: ")?;
        }
        // Messages of other crates may have several lines.
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
