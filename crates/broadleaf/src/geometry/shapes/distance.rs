//! Points and boxes as places: their distances to boxes.

use crate::geometry::aabb::Aabb;
use crate::geometry::form::Form;
use crate::geometry::probe::{Place, Probe};
use crate::geometry::scalar::traits::{Real, Scalar};

/// The squared distance from the point; infinite if the square is out of range. On an axis where
/// the point is NaN, its distance to every box is 0.
impl<S: Scalar, const D: usize> Probe<S, D> for [S; D] {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        Some(distance_squared(self, self, aabb))
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        Form::Place {
            min: *self,
            max: *self,
        }
    }
}

/// The squared distance between the boxes; 0 if they overlap, infinite if the square is out of
/// range.
impl<S: Scalar, const D: usize> Probe<S, D> for Aabb<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        Some(distance_squared(&self.min(), &self.max(), aabb))
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        Form::Place {
            min: self.min(),
            max: self.max(),
        }
    }
}

impl<S: Scalar, const D: usize> Place<S, D> for [S; D] {}
impl<S: Scalar, const D: usize> Place<S, D> for Aabb<S, D> {}

/// The squared distance from the box `min..=max` to `aabb`. Coordinates are compared before a
/// difference is used, so that infinities never cancel.
#[inline]
pub(super) fn distance_squared<S: Scalar, const D: usize>(
    min: &[S; D],
    max: &[S; D],
    aabb: &Aabb<S, D>,
) -> S::Real {
    let mut sum = S::Real::ZERO;
    for axis in 0..D {
        // Always computes both and selects one, which avoids an unpredictable branch.
        let above = aabb.min()[axis].minus(max[axis]);
        let below = min[axis].minus(aabb.max()[axis]);
        let gap = if aabb.min()[axis] > max[axis] {
            above
        } else {
            S::Real::ZERO
        };
        let gap = if min[axis] > aabb.max()[axis] {
            below
        } else {
            gap
        };
        sum = sum + gap * gap;
    }
    sum
}
