//! Bounds for measures that are computed with a few roundings more than the exact ones.

use crate::geometry::order::greater;
use crate::geometry::scalar::traits::Real;

/// Eight times the greatest relative error of one rounding, which is half of epsilon.
#[inline(always)]
pub(crate) fn slack<R: Real>() -> R {
    let two = R::ONE + R::ONE;
    two * two * R::EPSILON
}

/// How far a shape may seem to be from a box that it touches, relative to the numbers that the test
/// adds up: more than what rounds in the test itself, and in a ray along an edge or an axis of the
/// shape, which is measured in `R`. A shape that is tested with this leeway contains its parts.
pub(in crate::geometry) fn leeway<R: Real>() -> f64 {
    greater(LEEWAY, slack::<R>().to_f64())
}

/// The part of a [`leeway`] for what rounds in the test itself, in units of an `f64`.
///
/// A slab rounds each coordinate four times, half a unit each: a difference, a product and two
/// sums. The polynomials of a moving ball square such sums. 16 units are more than either, and far
/// less than 1, so sums of small whole numbers are compared exactly in spite of it.
pub(in crate::geometry) const LEEWAY: f64 = 16.0 * f64::EPSILON;
