//! Bounds for measures that are computed with a few roundings more than the exact ones.

use crate::geometry::order::greater;
use crate::geometry::scalar::traits::Real;

/// Eight times the greatest relative error of one rounding.
#[inline(always)]
pub(crate) fn slack<R: Real>() -> R {
    R::from_f64(if size_of::<R>() == size_of::<f32>() {
        4.0 * f64::from(f32::EPSILON)
    } else {
        4.0 * f64::EPSILON
    })
}

/// How far a shape may seem to be from a box that it touches, relative to the numbers that the test
/// adds up: more than what rounds in the test itself, and in a ray along an edge or an axis of the
/// shape, which is measured in `R`. A shape that is tested with this leeway contains its parts.
pub(in crate::geometry) fn leeway<R: Real>() -> f64 {
    let in_test = 16.0 * f64::EPSILON;
    greater(in_test, slack::<R>().to_f64())
}

/// The least normal number. Below it an error is not relative, but far less than this.
#[inline(always)]
pub(crate) fn tiny<R: Real>() -> R {
    R::from_f64(if size_of::<R>() == size_of::<f32>() {
        f64::from(f32::MIN_POSITIVE)
    } else {
        f64::MIN_POSITIVE
    })
}

/// The greatest finite number.
#[inline(always)]
pub(crate) fn greatest<R: Real>() -> R {
    R::from_f64(if size_of::<R>() == size_of::<f32>() {
        f64::from(f32::MAX)
    } else {
        f64::MAX
    })
}
