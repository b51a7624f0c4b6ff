//! From a squared distance to a distance, and back.
//!
//! Squaring is not the way back: (1, 1, 1) is √3 away, which is rounded to 1.7320508075688772, and
//! the square of that is 2.9999999999999996, less than the measured 3. A query within the reported
//! distance would not find the box.
//!
//! Places measure squared distances, and their roots are rounded. A distance is converted back to
//! the greatest squared distance whose rounded root is at most the distance, so that a query within
//! a distance finds every box that was reported at it.

use super::root::root;
use super::rounding::slack;
use crate::geometry::scalar::traits::Real;

/// The distance of a box whose squared distance is `reach`: the square root, rounded to nearest, as
/// [`f64::sqrt`] and [`f32::sqrt`] round it. 0 for negative numbers and NaN.
///
/// It has the same bits on every machine and needs no standard library.
///
/// ```
/// use broadleaf::geometry::distance_of;
/// assert_eq!(distance_of(9.0), 3.0);
/// assert_eq!(distance_of(2.0_f32), 2.0_f32.sqrt());
/// ```
#[must_use]
pub fn distance_of<R: Real>(reach: R) -> R {
    if !(reach > R::ZERO && reach < R::INFINITY) {
        return if reach > R::ZERO { reach } else { R::ZERO };
    }
    // The root may be off by two units. From there, step to the least distance that `reach` is
    // within.
    let mut distance = R::from_f64(root(reach.to_f64()));
    while within(distance.next_down()) >= reach {
        distance = distance.next_down();
    }
    while within(distance) < reach {
        distance = distance.next_up();
    }
    distance
}

/// The greatest squared distance that counts as within `distance`: the greatest number whose
/// rounded [root](distance_of) is at most `distance`. `None` if `distance` is negative or NaN.
///
/// All queries that take a distance or a radius use it as limit: a box is within a distance exactly
/// if its own distance, as [`distance_of`] reports it, is at most that distance. It may be a bit
/// more than the square of the distance.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::reach_within;
/// let tree: DynamicTree<f64, 3> = [(Id(0), Aabb::point([1.0; 3]))].into_iter().collect();
/// let hit = tree.nearest(&[0.0; 3]).unwrap();
/// let distance = hit.distance();
/// assert!(distance * distance < hit.reach && hit.reach <= reach_within(distance).unwrap());
/// assert_eq!(tree.within_distance(&[0.0; 3], distance), [hit]);
/// ```
#[must_use]
#[inline]
pub fn reach_within<R: Real>(distance: R) -> Option<R> {
    (R::ZERO <= distance).then(|| within(distance))
}

/// Whether a squared distance is within a radius. Computes the exact limit only if the comparison
/// with the square is too close.
#[inline]
pub(in crate::geometry) fn is_within<R: Real>(reach: R, radius: R) -> bool {
    let square = radius * radius;
    // The exact limit differs from the square by less than these margins.
    let (surely, hardly) = (
        square - R::LEAST_NORMAL,
        square * (R::ONE + slack()) + R::LEAST_NORMAL,
    );
    R::ZERO <= radius && (reach < surely || (reach <= hardly && reach <= within(radius)))
}

/// [`reach_within`] for a distance that is at least 0.
///
/// Roots above the midpoint between the distance and the next float are rounded to the next float.
/// No root of a float is the midpoint itself, whose square has more than twice the digits of a
/// float with a last digit that is not 0. So the answer is the greatest float below the square of
/// the midpoint. This is the product of the two floats, rounded down, because the square exceeds
/// the product by only a quarter of the product's last digit.
fn within<R: Real>(distance: R) -> R {
    if distance == R::INFINITY {
        return distance;
    }
    let product = product_below(distance.to_f64(), distance.next_up().to_f64());
    let nearest = R::from_f64(product);
    if nearest.to_f64() > product {
        nearest.next_down()
    } else {
        nearest
    }
}

/// The greatest finite float that is not above the product of two floats, which are at least 0.
/// Infinity counts as the power of two after the greatest float.
fn product_below(a: f64, b: f64) -> f64 {
    let ((a, a_exponent), (b, b_exponent)) = (parts(a), parts(b));
    let (product, exponent) = (u128::from(a) * u128::from(b), a_exponent + b_exponent);
    // The number of digits that do not fit into a float.
    let length = u128::BITS.cast_signed() - product.leading_zeros().cast_signed();
    let surplus = (length - 53).max(least_exponent() - exponent).max(0);
    let digits = product
        .checked_shr(surplus.cast_unsigned())
        .unwrap_or_default();
    let binade = i64::from(exponent + surplus - least_exponent());
    if binade >= 2_046 {
        return f64::MAX;
    }
    // The first digit of a normal number adds 1 to its exponent.
    let digits = u64::try_from(digits).unwrap_or_default();
    f64::from_bits((binade.cast_unsigned() << 52) + digits)
}

/// The exponent of the last digit of subnormal floats, -1074.
const fn least_exponent() -> i32 {
    f64::MIN_EXP - f64::MANTISSA_DIGITS.cast_signed()
}

/// The digits and the exponent of a float, which is `digits * 2^exponent`.
fn parts(x: f64) -> (u64, i32) {
    let (bits, fraction) = (x.to_bits(), x.to_bits() & ((1 << 52) - 1));
    match (bits >> 52) & 2_047 {
        0 => (fraction, least_exponent()),
        binade => (
            fraction | 1 << 52,
            i32::try_from(binade).unwrap_or_default() - 1 + least_exponent(),
        ),
    }
}
