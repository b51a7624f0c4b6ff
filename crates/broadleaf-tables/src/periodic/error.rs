//! What is wrong with a cut-off, a period or a box.

use std::error::Error;
use std::fmt;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidPeriodic {
    /// The cut-off is negative or not a number.
    Distance(f64),
    /// A period is not positive, or not finite.
    Period {
        /// The axis.
        axis: usize,
        /// Its period.
        period: f64,
    },
    /// The cut-off is longer than 2²⁹ periods.
    TooManyPeriods {
        /// The cut-off.
        distance: f64,
        /// The axis.
        axis: usize,
    },
    /// A box begins or ends more than 2²⁹ periods from 0, or at infinity.
    TooFar(Row),
    /// A box is longer than a period.
    TooLong(Row),
    /// Boxes and their images are more than there are ids.
    TooManyImages {
        /// Boxes and images.
        images: u64,
    },
}

/// A row that does not fit to a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// 0 for the first list, 1 for the second.
    pub list: usize,
    /// The position in the list.
    pub row: usize,
    /// The axis.
    pub axis: usize,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = ["first", "second"][self.list.min(1)];
        write!(f, "row {} of the {list} list, axis {}", self.row, self.axis)
    }
}

impl fmt::Display for InvalidPeriodic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Distance(distance) => {
                write!(f, "the distance is {distance}, but must be at least 0")
            }
            Self::Period { axis, period } => write!(
                f,
                "the period of axis {axis} is {period}, but must be above 0 and finite"
            ),
            Self::TooManyPeriods { distance, axis } => write!(
                f,
                "the distance {distance} is more than 536870912 periods of axis {axis}"
            ),
            Self::TooFar(row) => write!(f, "{row}: more than 536870912 periods from 0"),
            Self::TooLong(row) => write!(f, "{row}: the box is longer than the period"),
            Self::TooManyImages { images } => write!(
                f,
                "boxes and images within the distance are {images}, which is more than there are \
                 ids"
            ),
        }
    }
}

impl Error for InvalidPeriodic {}
