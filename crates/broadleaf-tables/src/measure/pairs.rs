//! Pairs of boxes that overlap by at least a share.

use std::error::Error;
use std::fmt;

use broadleaf::{Aabb, Id, PairFinder, TooManyBoxes};

use super::overlap::{Float, Measure};

/// Two boxes and their measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPair<S> {
    /// The positions of the boxes.
    pub pair: [Id; 2],
    /// How much they overlap.
    pub measure: S,
}

/// What is wrong with the input of [`self_pairs`] and [`cross_pairs`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidMinimum {
    /// The least measure is not above 0 and at most 1. At 0, boxes that are apart would be pairs,
    /// too.
    OutOfRange(f64),
    /// A list has more boxes than ids.
    TooManyBoxes(TooManyBoxes),
}

impl fmt::Display for InvalidMinimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(min) => {
                write!(
                    f,
                    "the least measure is {min}, but must be above 0 and at most 1"
                )
            }
            Self::TooManyBoxes(error) => error.fmt(f),
        }
    }
}

impl Error for InvalidMinimum {}

impl From<TooManyBoxes> for InvalidMinimum {
    fn from(error: TooManyBoxes) -> Self {
        Self::TooManyBoxes(error)
    }
}

/// The pairs within a list whose measure is at least `min`, with their measures, sorted by pair.
///
/// Pairs of boxes are measured while they are found, so memory holds only those that are returned.
///
/// ```
/// use broadleaf::{Aabb, Id};
/// use broadleaf_tables::measure::{self, Measure};
/// let boxes = [[0.0, 4.0], [3.0, 5.0], [0.0, 3.0_f32]].map(|[a, b]| Aabb::new([a], [b]));
/// let pairs = measure::self_pairs(&boxes, Measure::Iou, 0.5)?;
/// assert_eq!(pairs[0].pair, [Id(0), Id(2)]);
/// assert_eq!(pairs[0].measure, 0.75);
/// assert_eq!(pairs.len(), 1);
/// # Ok::<(), measure::InvalidMinimum>(())
/// ```
///
/// # Errors
/// `min` is not above 0 or is above 1, or there are more boxes than ids.
pub fn self_pairs<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    measure: Measure,
    min: f64,
) -> Result<Vec<MeasuredPair<S>>, InvalidMinimum> {
    let mut pairs = Measured::new(boxes, boxes, measure, min)?;
    let mut finder = PairFinder::new();
    finder.within(boxes)?.for_each_pair(|a, b| pairs.add(a, b));
    Ok(pairs.sorted())
}

/// The pairs of a box of `a` and a box of `b` whose measure is at least `min`, as in
/// [`self_pairs`].
///
/// # Errors
/// `min` is not above 0 or is above 1, or there are more boxes than ids.
pub fn cross_pairs<S: Float, const D: usize>(
    a: &[Aabb<S, D>],
    b: &[Aabb<S, D>],
    measure: Measure,
    min: f64,
) -> Result<Vec<MeasuredPair<S>>, InvalidMinimum> {
    let mut pairs = Measured::new(a, b, measure, min)?;
    let mut finder = PairFinder::new();
    finder.between(a, b)?.for_each_pair(|a, b| pairs.add(a, b));
    Ok(pairs.sorted())
}

/// Collects the pairs that reach the least measure.
struct Measured<'a, S, const D: usize> {
    a: &'a [Aabb<S, D>],
    b: &'a [Aabb<S, D>],
    measure: Measure,
    min: f64,
    pairs: Vec<MeasuredPair<S>>,
}

impl<'a, S: Float, const D: usize> Measured<'a, S, D> {
    fn new(
        a: &'a [Aabb<S, D>],
        b: &'a [Aabb<S, D>],
        measure: Measure,
        min: f64,
    ) -> Result<Self, InvalidMinimum> {
        if !(min > 0.0 && min <= 1.0) {
            return Err(InvalidMinimum::OutOfRange(min));
        }
        let pairs = Vec::new();
        Ok(Self {
            a,
            b,
            measure,
            min,
            pairs,
        })
    }

    fn add(&mut self, a: Id, b: Id) {
        let measure = self.measure.of(&self.a[a.index()], &self.b[b.index()]);
        if measure.into() >= self.min {
            self.pairs.push(MeasuredPair {
                pair: [a, b],
                measure,
            });
        }
    }

    fn sorted(mut self) -> Vec<MeasuredPair<S>> {
        self.pairs.sort_unstable_by_key(|found| found.pair);
        self.pairs
    }
}
