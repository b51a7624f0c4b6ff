//! Bounds for rounding errors of computed measures.

use crate::geometry::order::greater;
use crate::geometry::scalar::traits::Real;

/// Eight times the greatest relative error of one rounding, which is half of [`Real::EPSILON`].
#[inline(always)]
pub(crate) fn slack<R: Real>() -> R {
    let two = R::ONE + R::ONE;
    two * two * R::EPSILON
}

/// The margin by which a test may wrongly separate a shape from a box that it touches, relative to
/// the numbers that the test adds. It exceeds the rounding of the test itself and of a ray along an
/// edge or an axis of the shape, which is computed in `R`. A shape that is tested with this leeway
/// contains its parts.
pub(in crate::geometry) fn leeway<R: Real>() -> f64 {
    greater(LEEWAY, slack::<R>().to_f64())
}

/// The part of a [`leeway`] for the rounding of the test itself, in `f64`.
///
/// A slab rounds each coordinate four times, by half a unit each: a difference, a product and two
/// sums. The polynomials of a moving ball square such sums. 16 units exceed both errors, and are so
/// much less than 1 that sums of small whole numbers still compare exactly.
pub(in crate::geometry) const LEEWAY: f64 = 16.0 * f64::EPSILON;
