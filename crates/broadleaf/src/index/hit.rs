//! A box that a probe reaches.

use crate::geometry::{Real, compare, distance_of};
use crate::store::Id;
use core::cmp::Ordering;

/// A box that a probe reaches. Hits are ordered by `(reach, id)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit<R> {
    /// When the probe reaches the box: the parameter of a cast, or the *squared* distance from a
    /// place. Never NaN.
    #[doc(alias = "toi")]
    #[doc(alias = "fraction")]
    pub reach: R,
    /// The id of the box.
    pub id: Id,
}

impl<R> Hit<R> {
    /// A hit, for a structure of your own, or to compare with.
    #[must_use]
    pub const fn new(reach: R, id: Id) -> Self {
        Self { reach, id }
    }
}

impl<R: Real> Hit<R> {
    /// The distance of the box from a place: the root of the squared distance, rounded to nearest.
    ///
    /// Questions that take a distance find the box again within this one.
    #[must_use]
    pub fn distance(&self) -> R {
        distance_of(self.reach)
    }
}

impl<R: Real> Eq for Hit<R> {}

impl<R: Real> PartialOrd for Hit<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for Hit<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        // `Probe::reach` is never NaN, so two reaches are always comparable.
        compare(&self.reach, &other.reach).then(self.id.cmp(&other.id))
    }
}
