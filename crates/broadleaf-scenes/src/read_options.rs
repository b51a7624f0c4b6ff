//! Options for readers, where files are ambiguous.

/// How to treat a row without a box: its geometry is null or empty, or one of its coordinates is
/// missing or NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// The file is rejected; the message names the row and this option.
    #[default]
    Error,
    /// The row is skipped and counted; the other rows keep their numbers.
    Skip,
}

impl Missing {
    /// The error message for a row without a box that is not skipped.
    pub const REFUSAL: &str = "there is no box: a geometry or coordinate is missing or NaN; missing \
                               = \"skip\" (in the program --missing skip) passes over such rows";
}

/// How to read files of boxes.
///
/// ```
/// use broadleaf_scenes::{Missing, ReadOptions};
/// let options = ReadOptions::default().with_missing(Missing::Skip).with_longitude(0);
/// assert_eq!(options.longitude, Some(0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// How to treat rows without a box.
    pub missing: Missing,
    /// The axis that holds degrees of longitude, from 0; `None` for most files. On that axis,
    /// coordinates outside -180 to 180 are errors, and a row over the antimeridian has two boxes.
    pub longitude: Option<usize>,
}

impl ReadOptions {
    /// Sets how to treat rows without a box.
    #[must_use]
    pub fn with_missing(self, missing: Missing) -> Self {
        Self { missing, ..self }
    }

    /// Sets the axis of longitudes.
    #[must_use]
    pub fn with_longitude(self, axis: usize) -> Self {
        Self {
            longitude: Some(axis),
            ..self
        }
    }
}
