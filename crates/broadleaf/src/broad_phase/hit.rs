//! A proxy that a probe reaches.

use core::cmp::Ordering;

use super::id::ProxyId;
use crate::geometry::{Real, distance_of};
use crate::index::Hit;

/// A proxy that a probe reaches. Hits are ordered by `(reach, id)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ProxyHit<R> {
    /// When the probe reaches the tight box: the parameter of a cast, or the *squared* distance
    /// from a place. Never NaN.
    #[doc(alias = "toi")]
    #[doc(alias = "fraction")]
    pub reach: R,
    /// The proxy.
    pub id: ProxyId,
}

impl<R> ProxyHit<R> {
    /// A hit, to compare with.
    #[must_use]
    pub const fn new(reach: R, id: ProxyId) -> Self {
        Self { reach, id }
    }
}

impl<R: Real> ProxyHit<R> {
    /// The distance of the proxy from a place: the root of the squared distance, rounded to
    /// nearest.
    ///
    /// Questions that take a distance find the proxy again within this one.
    #[must_use]
    pub fn distance(&self) -> R {
        distance_of(self.reach)
    }
}

impl<R: Real> Eq for ProxyHit<R> {}

impl<R: Real> PartialOrd for ProxyHit<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for ProxyHit<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_slot = |hit: &Self| Hit {
            reach: hit.reach,
            id: hit.id.id(),
        };
        by_slot(self)
            .cmp(&by_slot(other))
            .then(self.id.cmp(&other.id))
    }
}
