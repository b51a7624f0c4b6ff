//! What a reader does where a file leaves a choice.

/// What happens to a row without a box: one whose geometry is null or empty, or one of whose
/// coordinates is missing or NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// The file is refused; the message names the row and this option.
    #[default]
    Error,
    /// The row is passed over and counted; the numbers of the other rows stay.
    Skip,
}

/// How files of boxes are read.
///
/// ```
/// use broadleaf_scenes::{Missing, ReadOptions};
/// let options = ReadOptions::default().with_missing(Missing::Skip).with_longitude(0);
/// assert_eq!(options.longitude, Some(0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What happens to rows without a box.
    pub missing: Missing,
    /// The axis that holds degrees of longitude, from 0; most files have none. On that axis,
    /// coordinates outside -180 to 180 are errors, and a row over the antimeridian has two boxes.
    pub longitude: Option<usize>,
}

impl ReadOptions {
    /// The same with another choice for rows without a box.
    #[must_use]
    pub fn with_missing(self, missing: Missing) -> Self {
        Self { missing, ..self }
    }

    /// The same with an axis of longitudes.
    #[must_use]
    pub fn with_longitude(self, axis: usize) -> Self {
        Self {
            longitude: Some(axis),
            ..self
        }
    }
}
