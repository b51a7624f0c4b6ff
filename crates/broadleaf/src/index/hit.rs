//! A box that a probe reaches.

use crate::geometry::{Real, compare, distance_of};
use crate::store::Id;
use core::cmp::Ordering;

/// A box that a probe reaches. Hits are ordered by `(reach, id)`.
///
/// `I` is the [`Id`] of a box of an index, or the [`ProxyId`](crate::broad_phase::ProxyId) of a
/// proxy of a broad phase.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit<R, I = Id> {
    /// When the probe reaches the box: the parameter of a cast, or the *squared* distance from a
    /// place. Never NaN.
    #[doc(alias = "toi")]
    #[doc(alias = "fraction")]
    pub reach: R,
    /// The id of the box.
    pub id: I,
}

impl<R, I> Hit<R, I> {
    /// A hit, to return from a structure of your own or to compare a result with.
    #[must_use]
    pub const fn new(reach: R, id: I) -> Self {
        Self { reach, id }
    }
}

impl<R: Real, I> Hit<R, I> {
    /// The distance of the box from a place: the root of the squared distance, rounded to nearest.
    ///
    /// Queries with a distance find the box again within this one.
    #[must_use]
    pub fn distance(&self) -> R {
        distance_of(self.reach)
    }
}

impl<R: Real, I: Eq> Eq for Hit<R, I> {}

impl<R: Real, I: Ord> PartialOrd for Hit<R, I> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real, I: Ord> Ord for Hit<R, I> {
    fn cmp(&self, other: &Self) -> Ordering {
        // `Probe::reach` is never NaN, so two reaches are always comparable.
        compare(&self.reach, &other.reach).then_with(|| self.id.cmp(&other.id))
    }
}
