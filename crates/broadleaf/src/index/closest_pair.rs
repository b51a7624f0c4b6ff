//! The two boxes closest to each other.

use crate::geometry::{Real, compare, distance_of};
use crate::store::Id;
use core::cmp::Ordering;

/// Two boxes and their squared distance. Ordered by `(reach, ids)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ClosestPair<R, I = Id> {
    /// The *squared* distance between the boxes: 0 if they overlap. Never NaN.
    pub reach: R,
    /// The smaller id first if both boxes are of one index; otherwise the id from the index whose
    /// method was called.
    pub ids: [I; 2],
}

impl<R, I> ClosestPair<R, I> {
    /// A pair, to compare a result with.
    #[must_use]
    pub const fn new(reach: R, ids: [I; 2]) -> Self {
        Self { reach, ids }
    }
}

impl<R: Real, I> ClosestPair<R, I> {
    /// The distance between the boxes: the root of the squared distance, rounded to nearest.
    ///
    /// Queries with a distance find the pair again within this one.
    #[must_use]
    pub fn distance(&self) -> R {
        distance_of(self.reach)
    }
}

impl<R: Real, I: Eq> Eq for ClosestPair<R, I> {}

impl<R: Real, I: Ord> PartialOrd for ClosestPair<R, I> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real, I: Ord> Ord for ClosestPair<R, I> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.reach, &other.reach).then(self.ids.cmp(&other.ids))
    }
}
