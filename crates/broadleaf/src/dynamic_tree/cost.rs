//! The cost of a box in the tree: its area, and the sum of its sides where areas cannot decide.
//!
//! A query visits a node about in proportion to the area of the node's box (Goldsmith & Salmon
//! 1987). Areas cannot decide where they vanish, as they do in 3D for all unions of boxes on one
//! line, or where they underflow, overflow or are infinite. Without a second measure such a tree
//! ignores where boxes lie, and every query visits all of it.

use core::cmp::Ordering;

use crate::geometry::{Aabb, Real, Scalar};

/// The cost of a box, ordered by area, then by sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxCost<R> {
    area: R,
    sides: R,
}

impl<R: Real> BoxCost<R> {
    /// Never NaN, and no less than the cost of any box inside.
    #[inline]
    pub(super) fn of<S: Scalar<Real = R>, const D: usize>(aabb: &Aabb<S, D>) -> Self {
        let area = aabb.half_area();
        Self {
            // A box may be infinitely long and have no width.
            area: if area.is_nan() { R::INFINITY } else { area },
            sides: sides(aabb),
        }
    }

    #[inline]
    pub(super) fn is_less(self, other: Self) -> bool {
        self.area < other.area || (self.area == other.area && self.sides < other.sides)
    }

    #[inline]
    pub(super) fn is_less_than_area(self, area: R) -> bool {
        self.area < area
    }

    pub(super) fn compare(self, other: Self) -> Ordering {
        other.is_less(self).cmp(&self.is_less(other))
    }
}

#[inline]
pub(super) fn sides<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> S::Real {
    aabb.extents()
        .into_iter()
        .fold(S::Real::ZERO, |sum, side| sum + side)
}

/// The sides of `whole` minus the sides of `part`, without cancellation. A side that is infinite in
/// both boxes counts as no difference.
pub(super) fn sides_difference<S: Scalar, const D: usize>(
    whole: &Aabb<S, D>,
    part: &Aabb<S, D>,
) -> S::Real {
    (0..D)
        .map(|axis| {
            let [[low, high], [part_low, part_high]] = [whole.ends(axis), part.ends(axis)];
            part_low.minus(low) + high.minus(part_high)
        })
        .filter(|difference| !difference.is_nan())
        .fold(S::Real::ZERO, |sum, difference| sum + difference)
}

/// Whether neither area is less: they are equal, or one is a difference of infinite areas.
#[inline]
pub(super) fn is_undecided<R: Real>(area: R, other: R) -> bool {
    !((area < other) | (other < area))
}
