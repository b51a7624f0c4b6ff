//! Which boxes a better one suppresses, and what is wrong with the input.

use std::error::Error;
use std::fmt;

use super::overlap::{Float, Measure};

/// Which boxes a better one suppresses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suppression<'a> {
    /// A box is suppressed if its measure with a better one is above this.
    pub threshold: f64,
    /// The measure.
    pub measure: Measure,
    /// A label for each box, such as its class: a box suppresses boxes with its label only. All
    /// boxes have the same label if there are none.
    pub groups: Option<&'a [u32]>,
}

impl Suppression<'static> {
    /// Above this intersection over union, whatever the class.
    #[must_use]
    pub fn at(threshold: f64) -> Self {
        Self {
            threshold,
            measure: Measure::Iou,
            groups: None,
        }
    }
}

/// What is wrong with the input of [`nms`](super::nms) or [`merge`](super::merge).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidSuppression {
    /// The threshold is not between 0 and 1.
    Threshold(f64),
    /// There are not as many scores as boxes.
    Scores {
        /// The scores that there are.
        scores: usize,
        /// The boxes that there are.
        boxes: usize,
    },
    /// There are not as many labels as boxes.
    Groups {
        /// The labels that there are.
        groups: usize,
        /// The boxes that there are.
        boxes: usize,
    },
    /// A score is not a number.
    NanScore {
        /// The position of the box.
        row: usize,
    },
    /// There are more boxes than ids.
    TooManyBoxes {
        /// The boxes that there are.
        boxes: usize,
    },
}

impl fmt::Display for InvalidSuppression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Threshold(threshold) => {
                write!(
                    f,
                    "the threshold is {threshold}, but must be between 0 and 1"
                )
            }
            Self::Scores { scores, boxes } => write!(f, "{scores} scores for {boxes} boxes"),
            Self::Groups { groups, boxes } => write!(f, "{groups} groups for {boxes} boxes"),
            Self::NanScore { row } => write!(f, "the score of row {row} is not a number"),
            Self::TooManyBoxes { boxes } => write!(f, "{boxes} boxes are more than there are ids"),
        }
    }
}

impl Error for InvalidSuppression {}

impl Suppression<'_> {
    /// Whether these boxes and scores fit.
    pub(super) fn check<T: Float>(
        &self,
        boxes: usize,
        scores: &[T],
    ) -> Result<(), InvalidSuppression> {
        let threshold = self.threshold;
        if !(0.0..=1.0).contains(&threshold) {
            return Err(InvalidSuppression::Threshold(threshold));
        }
        if u32::try_from(boxes).is_err() {
            return Err(InvalidSuppression::TooManyBoxes { boxes });
        }
        if scores.len() != boxes {
            let scores = scores.len();
            return Err(InvalidSuppression::Scores { scores, boxes });
        }
        let groups = self.groups.map_or(boxes, <[u32]>::len);
        if groups != boxes {
            return Err(InvalidSuppression::Groups { groups, boxes });
        }
        match scores.iter().position(|score| score.is_nan()) {
            Some(row) => Err(InvalidSuppression::NanScore { row }),
            None => Ok(()),
        }
    }
}
