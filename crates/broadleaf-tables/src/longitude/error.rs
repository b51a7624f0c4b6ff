//! Rows that are not boxes with a longitude.

use std::error::Error;
use std::fmt;

use broadleaf::geometry::{InvalidAabb, Scalar};

/// A row that is not a box with a longitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InvalidLongitude<S> {
    /// The position of the row; 0 for a window.
    pub row: usize,
    /// What is wrong with it.
    pub problem: LongitudeProblem<S>,
}

/// What is wrong with a row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LongitudeProblem<S> {
    /// The boxes do not have this axis.
    Axis(usize),
    /// An end is not from -180 to 180.
    Degrees(S),
    /// On another axis, the lower end is above the upper one or not a number.
    Box(InvalidAabb<S>),
    /// There are more boxes than ids.
    TooManyBoxes,
}

impl<S: Scalar> fmt::Display for InvalidLongitude<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row;
        match &self.problem {
            LongitudeProblem::Axis(axis) => write!(f, "the boxes have no axis {axis}"),
            LongitudeProblem::Degrees(degrees) => write!(
                f,
                "row {row}: {degrees} is not a longitude: the range is -180 to 180"
            ),
            LongitudeProblem::Box(invalid) => write!(f, "row {row}: {invalid}"),
            LongitudeProblem::TooManyBoxes => {
                write!(f, "row {row}: there are more boxes than ids")
            }
        }
    }
}

impl<S: Scalar> Error for InvalidLongitude<S> {}
