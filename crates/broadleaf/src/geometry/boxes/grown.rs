//! Boxes around shapes, rounded outward.

use crate::geometry::aabb::Aabb;
use crate::geometry::scalar::traits::{Real, Scalar};
use core::array;

/// The box around `center` that reaches `growth[axis][0]` below it and `growth[axis][1]` above it.
#[inline]
pub(in crate::geometry) fn around<S: Scalar, const D: usize>(
    center: &[S; D],
    growth: &[[f64; 2]; D],
) -> Aabb<S, D> {
    between(center, center, growth)
}

/// The box `min..=max`, grown on each axis by `growth[axis][0]` below and `growth[axis][1]` above.
/// It overlaps everything that is within that distance by [`Scalar::wide_minus`]. An axis with a
/// NaN number is unbounded.
pub(in crate::geometry) fn between<S: Scalar, const D: usize>(
    min: &[S; D],
    max: &[S; D],
    growth: &[[f64; 2]; D],
) -> Aabb<S, D> {
    let least = array::from_fn(|axis| min[axis].below(growth[axis][0]));
    let greatest = array::from_fn(|axis| max[axis].above(growth[axis][1]));
    Aabb::try_new(least, greatest).unwrap_or(Aabb::EVERYWHERE)
}

/// An upper bound for the distance of a motion up to the parameter `t`, if parameters are
/// differences divided by `speed`, which is at least 0. The exact quotient may be half a unit above
/// the rounded `t`, and the product may be rounded down by as much.
#[inline]
pub(in crate::geometry) fn way<R: Real>(speed: R, t: R) -> R {
    if speed > R::ZERO {
        (speed * t.next_up()).next_up().next_up()
    } else {
        R::ZERO
    }
}
