//! Non-maximum merging: a box that would be suppressed is absorbed by the best box that suppresses
//! it, so that what both know can be combined.

use std::error::Error;
use std::fmt;

use broadleaf::{Aabb, Id};

use super::best_first::{Ranked, best_first};
use super::overlap::Float;
use super::suppression::{InvalidSuppression, Suppression};
use super::survivors::Survivors;

/// Clusters of boxes: each is a box that stays, and those that it absorbed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Cluster after cluster, best first.
    rows: Vec<Id>,
    /// Where each cluster ends.
    ends: Vec<usize>,
    /// For each row, the box that absorbed it.
    absorbers: Vec<Id>,
}

impl Merged {
    /// The clusters, in the order of [`nms`](super::nms). The first box of a cluster is the one
    /// that stays; those that it absorbed follow, best first.
    pub fn clusters(&self) -> impl ExactSizeIterator<Item = &[Id]> {
        (0..self.ends.len()).map(|at| {
            let start = at.checked_sub(1).map_or(0, |last| self.ends[last]);
            &self.rows[start..self.ends[at]]
        })
    }

    /// The boxes that stay: the answer of [`nms`](super::nms).
    pub fn kept(&self) -> impl ExactSizeIterator<Item = Id> {
        self.clusters().map(|cluster| cluster[0])
    }

    /// For each row, the box that absorbed it; for a box that stays, its own row.
    #[must_use]
    pub fn absorbers(&self) -> &[Id] {
        &self.absorbers
    }

    /// The smallest box around each cluster.
    ///
    /// # Errors
    /// These are not as many boxes as were merged.
    pub fn unions<S: Float, const D: usize>(
        &self,
        boxes: &[Aabb<S, D>],
    ) -> Result<Vec<Aabb<S, D>>, InvalidMean> {
        self.check(boxes.len(), "boxes")?;
        let union = |cluster: &[Id]| {
            let others = cluster.iter().map(|id| boxes[id.index()]);
            others.fold(boxes[cluster[0].index()], |union, aabb| union.union(&aabb))
        };
        Ok(self.clusters().map(union).collect())
    }

    /// The mean of the boxes of each cluster, weighted by scores or other weights; the plain mean
    /// where all weights of a cluster are 0. It is computed in `f64`.
    ///
    /// # Errors
    /// These are not as many boxes or weights as boxes were merged, or a weight is negative,
    /// infinite or NaN.
    pub fn means<S: Float, T: Float, const D: usize>(
        &self,
        boxes: &[Aabb<S, D>],
        weights: &[T],
    ) -> Result<Vec<Aabb<S, D>>, InvalidMean> {
        self.check(boxes.len(), "boxes")?;
        self.check(weights.len(), "weights")?;
        let weight = |row: usize| -> f64 { weights[row].into() };
        let is_valid = |row: &usize| weight(*row) >= 0.0 && weight(*row).is_finite();
        if let Some(row) = (0..weights.len()).find(|row| !is_valid(row)) {
            let weight = weight(row);
            return Err(InvalidMean::Weight { row, weight });
        }
        let mean = |cluster: &[Id]| {
            let part = |id: &Id| (boxes[id.index()], weight(id.index()));
            mean(&cluster.iter().map(part).collect::<Vec<_>>())
        };
        Ok(self.clusters().map(mean).collect())
    }

    fn check(&self, found: usize, what: &'static str) -> Result<(), InvalidMean> {
        let expected = self.absorbers.len();
        match found == expected {
            true => Ok(()),
            false => Err(InvalidMean::Length {
                what,
                found,
                expected,
            }),
        }
    }
}

/// The mean of boxes with these weights.
fn mean<S: Float, const D: usize>(parts: &[(Aabb<S, D>, f64)]) -> Aabb<S, D> {
    let greatest = parts.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    // Of the greatest one, so that sums of weights stay finite.
    let share = |weight: f64| {
        if greatest > 0.0 {
            weight / greatest
        } else {
            1.0
        }
    };
    let total: f64 = parts.iter().map(|(_, weight)| share(*weight)).sum();
    let end = |of: &dyn Fn(&Aabb<S, D>) -> S| {
        let ends = parts
            .iter()
            .map(|(aabb, weight)| (of(aabb).to_f64(), share(*weight) / total));
        // A weight of 0 times an infinite end would be NaN.
        let ends = ends.filter(|(_, share)| *share > 0.0);
        let (least, greatest, sum) = ends.fold(
            (f64::INFINITY, f64::NEG_INFINITY, 0.0),
            |(least, greatest, sum), (end, share)| {
                (least.min(end), greatest.max(end), sum + share * end)
            },
        );
        // Rounded, the mean of equal ends may be another number.
        S::from_f64(sum.clamp(least, greatest))
    };
    let min = std::array::from_fn(|axis| end(&|aabb| aabb.min()[axis]));
    let max = std::array::from_fn(|axis| end(&|aabb| aabb.max()[axis]));
    Aabb::new(min, max)
}

/// What is wrong with the input of [`Merged::unions`] or [`Merged::means`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidMean {
    /// There are not as many boxes or weights as boxes were merged.
    Length {
        /// What these are.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The boxes that were merged.
        expected: usize,
    },
    /// A weight is negative, infinite or NaN.
    Weight {
        /// The position of the box.
        row: usize,
        /// Its weight.
        weight: f64,
    },
}

impl fmt::Display for InvalidMean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length {
                what,
                found,
                expected,
            } => write!(f, "{found} {what}, but {expected} boxes were merged"),
            Self::Weight { row, weight } => write!(
                f,
                "the weight of row {row} is {weight}, but must be finite and at least 0"
            ),
        }
    }
}

impl Error for InvalidMean {}

/// Merges each box into the best box that suppresses it.
///
/// The boxes that stay are those of [`nms`](super::nms): this is greedy non-maximum merging. What
/// becomes of a cluster is up to the caller: [`Merged::unions`] and [`Merged::means`] combine its
/// boxes, and [`Merged::absorbers`] is a column to group other columns by.
///
/// ```
/// use broadleaf::{Aabb, Id};
/// use broadleaf_tables::measure::{self, Suppression};
/// let boxes = [[0.0, 8.0], [1.0, 9.0], [20.0, 21.0]].map(|[a, b]| Aabb::new([a], [b]));
/// let scores = [0.25, 0.75, 0.5];
/// let merged = measure::merge(&boxes, &scores, Suppression::at(0.5))?;
/// assert_eq!(merged.absorbers(), [Id(1), Id(1), Id(2)]);
/// assert_eq!(merged.unions(&boxes)?[0], Aabb::new([0.0], [9.0]));
/// assert_eq!(merged.means(&boxes, &scores)?[0], Aabb::new([0.75], [8.75]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`nms`](super::nms).
///
/// # Cost
/// As [`nms`](super::nms), but that a query visits all boxes that suppress a box.
pub fn merge<S: Float, T: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[T],
    suppression: Suppression<'_>,
) -> Result<Merged, InvalidSuppression> {
    merge_with_pulse(boxes, scores, suppression, || ())
}

/// The answer of [`merge`], and a call of `pulse` for about every thousand boxes and candidates,
/// which may unwind to end a long search.
///
/// # Errors
/// As [`merge`].
pub fn merge_with_pulse<S: Float, T: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[T],
    suppression: Suppression<'_>,
    pulse: impl Fn(),
) -> Result<Merged, InvalidSuppression> {
    suppression.check(boxes.len(), scores)?;
    let ranked = best_first(scores, suppression.groups);
    let mut survivors = Survivors::new(boxes, suppression, pulse);
    let mut members = Vec::with_capacity(boxes.len());
    for group in ranked.chunk_by(|a, b| a.group() == b.group()) {
        survivors.clear();
        for rank in group.iter().map(|rank| rank.without_group()) {
            let best = survivors.best_suppressor(rank.id(), scores);
            if best.is_none() {
                survivors.insert(rank.id());
            }
            members.push((best.unwrap_or(rank), rank));
        }
    }
    // Of a cluster, the box that stays has the best score and comes first.
    members.sort_unstable();
    Ok(clusters(&members))
}

/// The clusters of boxes that are sorted by the box that absorbed them.
fn clusters(members: &[(Ranked, Ranked)]) -> Merged {
    let mut merged = Merged {
        rows: Vec::with_capacity(members.len()),
        ends: Vec::new(),
        absorbers: vec![Id(0); members.len()],
    };
    for cluster in members.chunk_by(|a, b| a.0 == b.0) {
        for (absorber, member) in cluster {
            merged.rows.push(member.id());
            merged.absorbers[member.id().index()] = absorber.id();
        }
        merged.ends.push(merged.rows.len());
    }
    merged
}
