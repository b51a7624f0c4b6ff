//! Measures of boxes in rational numbers.

use broadleaf::Aabb;
use broadleaf::geometry::{Real, Scalar};
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// A finite number as a fraction.
pub(crate) fn exact(number: f64) -> BigRational {
    BigRational::from_float(number).expect("the number is finite")
}

fn corner<S: Scalar, const D: usize>(corner: [S; D]) -> [BigRational; D] {
    corner.map(|x| exact(x.minus(S::default()).to_f64()))
}

/// The squared distance of a point and a box.
pub(crate) fn squared_distance<S: Scalar, const D: usize>(
    point: [S; D],
    aabb: &Aabb<S, D>,
) -> BigRational {
    let (point, min, max) = (corner(point), corner(aabb.min()), corner(aabb.max()));
    (0..D)
        .map(|axis| {
            let below = &min[axis] - &point[axis];
            let above = &point[axis] - &max[axis];
            let gap = below.max(above).max(BigRational::zero());
            &gap * &gap
        })
        .sum()
}

/// When a ray enters a box; `None` if it misses.
pub(crate) fn passage<S: Scalar, const D: usize>(
    origin: [S; D],
    direction: [f64; D],
    aabb: &Aabb<S, D>,
) -> Option<BigRational> {
    let (origin, min, max) = (corner(origin), corner(aabb.min()), corner(aabb.max()));
    let mut enter = BigRational::zero();
    let mut leave: Option<BigRational> = None;
    for axis in 0..D {
        let ends = [&min[axis] - &origin[axis], &max[axis] - &origin[axis]];
        let along = exact(direction[axis]);
        if along.is_zero() {
            if ends[0].is_positive() || ends[1].is_negative() {
                return None;
            }
            continue;
        }
        let [a, b] = ends.map(|end| end / &along);
        let (first, last) = if a <= b { (a, b) } else { (b, a) };
        enter = enter.max(first);
        leave = Some(leave.map_or(last.clone(), |leave| leave.min(last)));
    }
    // A ray without motion never leaves a box.
    leave.is_none_or(|leave| leave >= enter).then_some(enter)
}
