//! Two boxes that are closest to each other.

use crate::geometry::{Real, compare, distance_of};
use crate::store::Id;
use core::cmp::Ordering;

/// Two boxes and their squared distance. Ordered by `(reach, ids)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ClosestPair<R> {
    /// The *squared* distance between the boxes: 0 if they overlap. Never NaN.
    pub reach: R,
    /// The smaller id first if both boxes are of one index; otherwise the id from the index that
    /// was asked first.
    pub ids: [Id; 2],
}

impl<R> ClosestPair<R> {
    /// A pair, to compare with.
    #[must_use]
    pub const fn new(reach: R, ids: [Id; 2]) -> Self {
        Self { reach, ids }
    }
}

impl<R: Real> ClosestPair<R> {
    /// The distance of the boxes from each other: the root of the squared distance, rounded to
    /// nearest.
    ///
    /// Questions that take a distance find the pair again within this one.
    #[must_use]
    pub fn distance(&self) -> R {
        distance_of(self.reach)
    }
}

impl<R: Real> Eq for ClosestPair<R> {}

impl<R: Real> PartialOrd for ClosestPair<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for ClosestPair<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.reach, &other.reach).then(self.ids.cmp(&other.ids))
    }
}
