//! Non-maximum suppression: of boxes that overlap much, the one with the best score stays.
//!
//! Boxes are visited from the best score on, and a tree holds those that stay. A box is compared
//! with the boxes of the tree that it overlaps, and these overlap each other little, so they are
//! few wherever the box lies. All pairs first, and the greedy choice after them, costs the square
//! of the boxes on one object: with 100 on each, it is slower than the double loop.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};

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

/// What is wrong with the input of [`nms`].
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

/// The boxes that no better one suppresses, from the best score on; of equal scores, the earlier
/// row is better.
///
/// The answer is that of torchvision's `nms` (`batched_nms` with groups) for the same boxes in
/// `f32`: a box stays if its measure with each better box that stays is at most the threshold.
///
/// # Errors
/// Names what does not fit, with the row of a score that is not a number.
///
/// # Cost
/// One query of a tree for each box, and one insert for each that stays.
pub fn nms<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[S],
    suppression: Suppression<'_>,
) -> Result<Vec<Id>, InvalidSuppression> {
    check(boxes.len(), scores, &suppression)?;
    let mut kept = Vec::new();
    let mut tree = DynamicTree::default();
    let rows = by_group_and_score(scores, suppression.groups);
    for rows in
        rows.chunk_by(|a, b| group_of(suppression.groups, *a) == group_of(suppression.groups, *b))
    {
        tree.clear();
        for &row in rows {
            let aabb = boxes[row as usize];
            if !is_suppressed(boxes, &tree, &aabb, &suppression) {
                tree.insert(Id(row), aabb);
                kept.push(Id(row));
            }
        }
    }
    kept.sort_unstable_by(|a, b| better_first(scores, a.0, b.0));
    Ok(kept)
}

fn is_suppressed<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    kept: &DynamicTree<S, D>,
    aabb: &Aabb<S, D>,
    suppression: &Suppression<'_>,
) -> bool {
    let visit = |id: Id| {
        let measure = suppression.measure.of(&boxes[id.index()], aabb).into();
        match measure > suppression.threshold {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    kept.try_for_each_overlap(aabb, visit).is_break()
}

fn check<S: Float>(
    boxes: usize,
    scores: &[S],
    suppression: &Suppression<'_>,
) -> Result<(), InvalidSuppression> {
    let threshold = suppression.threshold;
    if !(0.0..=1.0).contains(&threshold) {
        return Err(InvalidSuppression::Threshold(threshold));
    }
    if u32::try_from(boxes).is_err() {
        return Err(InvalidSuppression::TooManyBoxes { boxes });
    }
    if scores.len() != boxes {
        return Err(InvalidSuppression::Scores {
            scores: scores.len(),
            boxes,
        });
    }
    if let Some(groups) = suppression
        .groups
        .map(<[u32]>::len)
        .filter(|groups| *groups != boxes)
    {
        return Err(InvalidSuppression::Groups { groups, boxes });
    }
    match scores.iter().position(|score| score.is_nan()) {
        Some(row) => Err(InvalidSuppression::NanScore { row }),
        None => Ok(()),
    }
}

fn by_group_and_score<S: Float>(scores: &[S], groups: Option<&[u32]>) -> Vec<u32> {
    // `check` has made sure that rows fit.
    let mut rows: Vec<u32> = (0..scores.len() as u32).collect();
    rows.sort_unstable_by(|&a, &b| {
        let by_group = group_of(groups, a).cmp(&group_of(groups, b));
        by_group.then_with(|| better_first(scores, a, b))
    });
    rows
}

fn group_of(groups: Option<&[u32]>, row: u32) -> u32 {
    groups.map_or(0, |groups| groups[row as usize])
}

/// Better scores first, and of equal ones the earlier row.
fn better_first<S: Float>(scores: &[S], a: u32, b: u32) -> Ordering {
    let by_score = scores[b as usize].partial_cmp(&scores[a as usize]);
    by_score.unwrap_or(Ordering::Equal).then(a.cmp(&b))
}
