//! Boxes around shapes, rounded outward.

use super::aabb::Aabb;
use super::scalar::{Real, Scalar};
use core::array;

/// The box around `center` that reaches `growth[axis][0]` below it and `growth[axis][1]` above it.
#[inline]
pub(super) fn around<S: Scalar, const D: usize>(
    center: &[S; D],
    growth: &[[f64; 2]; D],
) -> Aabb<S, D> {
    between(center, center, growth)
}

/// The box `min..=max`, grown on each axis by `growth[axis][0]` below and `growth[axis][1]` above.
/// Everything that is not farther from it by [`Scalar::wide_minus`] overlaps it. Where a number is
/// NaN, the axis is not bounded.
pub(super) fn between<S: Scalar, const D: usize>(
    min: &[S; D],
    max: &[S; D],
    growth: &[[f64; 2]; D],
) -> Aabb<S, D> {
    let least = array::from_fn(|axis| min[axis].below(growth[axis][0]));
    let greatest = array::from_fn(|axis| max[axis].above(growth[axis][1]));
    Aabb::try_new(least, greatest).unwrap_or(Aabb::EVERYWHERE)
}

/// A distance that a motion does not exceed up to the parameter `t`, if parameters are differences
/// divided by `speed`, which is at least 0: a quotient that is rounded to `t` may be half a unit
/// above it, and so may the product.
#[inline]
pub(super) fn way<R: Real>(speed: R, t: R) -> R {
    if speed > R::ZERO {
        (speed * t.next_up()).next_up().next_up()
    } else {
        R::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::super::scalar::Scalar;
    use super::{around, way};

    /// Numbers of several magnitudes, which no float is the sum or product of.
    fn numbers() -> impl Iterator<Item = f32> + Clone {
        (1..60_u8).map(|i| (0..i % 5).fold(1.0 / 7.0, |x, _| x * f32::from(i)))
    }

    #[test]
    fn what_is_as_near_as_the_growth_is_inside() {
        for (center, x) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            let distance = if x < center {
                center.wide_minus(x)
            } else {
                x.wide_minus(center)
            };
            let bounds = around(&[center], &[[distance; 2]]);
            assert!(bounds.contains_point(&[x]), "{center} {x}");
            let farther = around(&[center], &[[2.0 * distance; 2]]);
            assert!(farther.contains_point(&[center - (x - center)]));
        }
    }

    #[test]
    fn a_way_is_no_shorter_than_what_is_passed() {
        for (speed, way_to) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            assert!(way(speed, way_to / speed) >= way_to, "{speed} {way_to}");
        }
        assert_eq!(way(0.0_f32, f32::INFINITY), 0.0);
    }
}
