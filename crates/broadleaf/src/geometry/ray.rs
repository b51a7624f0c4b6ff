//! Rays and moving boxes.

use super::aabb::Aabb;
use super::checks::finite_points;
use super::form::Form;
use super::grown::{between, way};
use super::invalid_shape::InvalidShape;
use super::order::{greater, lesser};
use super::probe::{Cast, Probe};
use super::region::Region;
use super::rounding::{greatest, slack, tiny};
use super::scalar::{Real, Scalar};
use core::array;

/// A box that moves in a straight line: a box cast, or a ray with a thickness.
///
/// It reaches another box at the smallest parameter `t` in `0..=length` at which the box at
/// `start + t * direction` touches it. A box with direction zero is at rest. An axis on which the
/// direction is zero is only compared. Differences are divided by the direction, not multiplied by
/// its reciprocal: if the differences are exact, no touching box is missed, not even one that is
/// grazed at a corner.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{BoxCast, Probe};
/// let falling = BoxCast::new(Aabb::new([0.0, 9.0], [2.0, 10.0]), [0.0, -1.0])?;
/// assert_eq!(falling.reach(&Aabb::new([2.0, 0.0], [5.0, 3.0])), Some(6.0));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias = "shape_cast")]
#[doc(alias = "sweep")]
pub struct BoxCast<S: Scalar, const D: usize> {
    start: Aabb<S, D>,
    direction: [S::Real; D],
    length: S::Real,
    /// For each axis [`inverse`] of the direction.
    inverse: [S::Real; D],
}

/// The inverse of a speed, less enough that products with it are never greater than the exact
/// quotients, infinite for 0, and NaN for a speed that has no precise inverse.
fn inverse<R: Real>(speed: R) -> R {
    let inverse = R::ONE / speed * (R::ONE - slack());
    let size = greater(inverse, R::ZERO - inverse);
    let precise = size >= tiny() && size < R::INFINITY;
    if speed == R::ZERO {
        R::INFINITY
    } else if precise {
        inverse
    } else {
        R::from_f64(f64::NAN)
    }
}

impl<S: Scalar, const D: usize> BoxCast<S, D> {
    /// The box that moves from `start` without end; `t` is measured in lengths of `direction`.
    ///
    /// # Errors
    /// If a corner of the box or a component of the direction is infinite or NaN.
    pub fn new(start: Aabb<S, D>, direction: [S::Real; D]) -> Result<Self, InvalidShape> {
        finite_points(&[start.min(), start.max()])?;
        match direction.iter().position(|speed| !speed.is_finite()) {
            Some(axis) => Err(InvalidShape::Direction {
                axis,
                value: direction[axis].to_f64(),
            }),
            None => Ok(Self {
                start,
                direction,
                length: S::Real::INFINITY,
                inverse: direction.map(inverse),
            }),
        }
    }

    /// The box that moves from `start` (`t` = 0) until its min corner is at `end` (`t` = 1).
    ///
    /// # Errors
    /// If a corner of the box or a coordinate of `end` is infinite or NaN, or the difference is out
    /// of the range of [`Scalar::Real`].
    pub fn between(start: Aabb<S, D>, end: [S; D]) -> Result<Self, InvalidShape> {
        let direction = array::from_fn(|axis| end[axis].minus(start.min()[axis]));
        Self::new(start, direction).map(|cast| cast.up_to(S::Real::ONE))
    }

    /// The same motion up to and including the parameter `length`. It reaches nothing if `length`
    /// is negative or NaN.
    #[must_use]
    pub fn up_to(self, length: S::Real) -> Self {
        Self { length, ..self }
    }

    /// The box at `t` = 0.
    #[must_use]
    pub fn start(&self) -> Aabb<S, D> {
        self.start
    }

    /// The motion per unit of `t`.
    #[must_use]
    pub fn direction(&self) -> [S::Real; D] {
        self.direction
    }

    /// The greatest `t`: infinite for a motion without end, 1 for one that ends at a given point.
    #[must_use]
    pub fn length(&self) -> S::Real {
        self.length
    }
}

/// The inverse follows from the direction, and may be NaN.
impl<S: Scalar, const D: usize> PartialEq for BoxCast<S, D> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.direction, self.length) == (other.start, other.direction, other.length)
    }
}

impl<S: Scalar, const D: usize> Probe<S, D> for BoxCast<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        let (start_min, start_max) = (self.start.min(), self.start.max());
        // The parameters at which the box passes the lower and the upper end of the other one. On
        // an axis with a positive direction they begin to touch at `low` and cease at `high`.
        let low: [S::Real; D] =
            array::from_fn(|axis| aabb.min()[axis].minus(start_max[axis]) / self.direction[axis]);
        let high: [S::Real; D] =
            array::from_fn(|axis| aabb.max()[axis].minus(start_min[axis]) / self.direction[axis]);
        let mut enter = S::Real::ZERO;
        let mut exit = self.length;
        for axis in 0..D {
            let direction = self.direction[axis];
            let (near, far) = if direction > S::Real::ZERO {
                (low[axis], high[axis])
            } else if direction < S::Real::ZERO {
                (high[axis], low[axis])
            } else if start_min[axis] <= aabb.max()[axis] && aabb.min()[axis] <= start_max[axis] {
                continue;
            } else {
                return None;
            };
            enter = greater(enter, near);
            exit = lesser(exit, far);
        }
        (enter <= exit && enter < S::Real::INFINITY).then_some(enter)
    }

    /// With products instead of quotients: a bit sooner than the exact reach.
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        let (start_min, start_max) = (self.start.min(), self.start.max());
        let (mut enter, mut exit) = (S::Real::ZERO, S::Real::INFINITY);
        for axis in 0..D {
            let inverse = self.inverse[axis];
            let low = aabb.min()[axis].minus(start_max[axis]) * inverse;
            let high = aabb.max()[axis].minus(start_min[axis]) * inverse;
            // Nothing becomes a NaN: on an axis without motion an end that is touched, and all ends
            // if there is no precise inverse. The order of each comparison ignores them.
            enter = greater(enter, lesser(low, high));
            exit = lesser(exit, greater(high, low));
        }
        let enter = greater(enter - tiny(), S::Real::ZERO);
        let more = S::Real::ONE + slack::<S::Real>() * (S::Real::ONE + S::Real::ONE);
        let exit = lesser(exit * more, lesser(self.length, greatest()));
        (enter <= exit).then_some(enter)
    }

    #[inline]
    fn form(&self) -> Form<S, D> {
        Form::Cast {
            min: self.start.min(),
            max: self.start.max(),
            direction: self.direction,
            length: self.length,
        }
    }
}

/// A half-line or a segment: `origin + t * direction` for `t` in `0..=length`.
///
/// Zero-length and axis-parallel rays are valid. A ray that starts inside a box reaches it at 0. A
/// ray is also a [`Region`]: it touches the boxes that it reaches.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Probe;
/// let aabb = Aabb::new([4, 0], [6, 8]);
/// assert_eq!(Ray::new([0, 1], [2.0, 0.0])?.reach(&aabb), Some(2.0)); // in lengths of the direction
/// assert_eq!(Ray::between([0, 1], [3, 1])?.reach(&aabb), None); // a segment ends at t = 1
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "segment")]
#[doc(alias = "cast_ray")]
pub struct Ray<S: Scalar, const D: usize>(BoxCast<S, D>);

impl<S: Scalar, const D: usize> Ray<S, D> {
    /// The half-line from `origin`; `t` is measured in lengths of `direction`, which may have any
    /// length.
    ///
    /// # Errors
    /// If a coordinate or a component of the direction is infinite or NaN.
    pub fn new(origin: [S; D], direction: [S::Real; D]) -> Result<Self, InvalidShape> {
        BoxCast::new(point_box(origin)?, direction).map(Self)
    }

    /// The segment from `start` (`t` = 0) to `end` (`t` = 1).
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, or the difference is out of the range of
    /// [`Scalar::Real`].
    pub fn between(start: [S; D], end: [S; D]) -> Result<Self, InvalidShape> {
        BoxCast::between(point_box(start)?, end).map(Self)
    }

    /// The same ray up to and including the parameter `length`. It reaches nothing if `length` is
    /// negative or NaN.
    ///
    /// ```
    /// use broadleaf::Ray;
    /// let ray = Ray::<f32, 2>::new([0.0, 1.0], [3.0, 0.0])?.up_to(2.0);
    /// assert_eq!((ray.origin(), ray.direction(), ray.length()), ([0.0, 1.0], [3.0, 0.0], 2.0));
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    #[must_use]
    #[doc(alias = "maxFraction")]
    #[doc(alias = "max_toi")]
    pub fn up_to(self, length: S::Real) -> Self {
        Self(self.0.up_to(length))
    }

    /// The point at `t` = 0.
    #[must_use]
    pub fn origin(&self) -> [S; D] {
        self.0.start.min()
    }

    /// The point at a parameter: where the ray enters the box of a hit, for the reach of the hit.
    ///
    /// Each coordinate is rounded twice, so the point may lie a little outside of that box.
    ///
    /// ```
    /// use broadleaf::{Aabb, Ray, geometry::Probe};
    /// let ray = Ray::new([0, 1], [2.0, 0.5])?;
    /// let reach = ray.reach(&Aabb::new([4, 0], [6, 8])).unwrap();
    /// assert_eq!((reach, ray.at(reach)), (2.0, [4.0, 2.0]));
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    #[must_use]
    #[doc(alias = "point_at")]
    pub fn at(&self, reach: S::Real) -> [S::Real; D] {
        let origin = self.origin();
        array::from_fn(|axis| origin[axis].to_real() + reach * self.0.direction[axis])
    }

    /// The motion per unit of `t`.
    #[must_use]
    pub fn direction(&self) -> [S::Real; D] {
        self.0.direction
    }

    /// The greatest `t`: infinite for a half-line, 1 for a segment.
    #[must_use]
    pub fn length(&self) -> S::Real {
        self.0.length
    }
}

fn point_box<S: Scalar, const D: usize>(point: [S; D]) -> Result<Aabb<S, D>, InvalidShape> {
    finite_points(&[point])?;
    Ok(Aabb::point(point))
}

impl<S: Scalar, const D: usize> Probe<S, D> for Ray<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.reach(aabb)
    }
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.least_reach_inside(aabb)
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        self.0.form()
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for Ray<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.least_reach_inside(aabb).is_some()
    }

    fn bounds(&self) -> Aabb<S, D> {
        self.0.bounds()
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for BoxCast<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.least_reach_inside(aabb).is_some()
    }

    fn bounds(&self) -> Aabb<S, D> {
        let length = greater(S::Real::ZERO, self.length);
        let growth = array::from_fn(|axis| {
            let direction = self.direction[axis];
            let speed = greater(direction, S::Real::ZERO - direction);
            let [behind, ahead] = [S::Real::ZERO, length].map(|t| way(speed, t).to_f64());
            if direction > S::Real::ZERO {
                [behind, ahead]
            } else {
                [ahead, behind]
            }
        });
        between(&self.start.min(), &self.start.max(), &growth)
    }
}

impl<S: Scalar, const D: usize> Cast<S, D> for BoxCast<S, D> {}
impl<S: Scalar, const D: usize> Cast<S, D> for Ray<S, D> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all magnitudes, and those that are hard to divide by.
    fn numbers() -> impl FnMut() -> f32 {
        let mut state = 1_u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let small = f32::from(state.to_be_bytes()[1]) - 128.0;
            match state >> 29 {
                0 => small,
                1 => small * f32::from_bits(1),
                2 => small / 128.0 * f32::MAX,
                3 => 0.0,
                _ => f32::from_bits(state.rotate_left(9) & 0xbfff_ffff | 0x0100_0000),
            }
        }
    }

    #[test]
    fn bounds_hold_all_of_a_motion() {
        for direction in [[2.0, 0.0], [-2.0, 3.0], [0.0, -5.0], [-1e-3, -7.0]] {
            let ray = Ray::new([10.0_f32, -4.0], direction).unwrap().up_to(3.0);
            let end = [10.0 + 3.0 * direction[0], -4.0 + 3.0 * direction[1]];
            let bounds = ray.bounds();
            assert!(bounds.contains_point(&end) && bounds.contains_point(&[10.0, -4.0]));
            let around = Aabb::new([-1.0, -30.0], [20.0, 9.0]);
            assert!(around.contains(&bounds), "{bounds:?}");
        }
    }

    fn is_bounded(reach: f32, least: Option<f32>) -> bool {
        least.is_some_and(|least| 0.0 <= least && least <= reach)
    }

    #[test]
    fn products_reach_a_box_no_later_than_quotients() {
        let mut number = numbers();
        let mut reached = 0;
        for _ in 0..200_000 {
            let mut ends = || {
                let (a, b) = (number(), number());
                [lesser(a, b), greater(a, b)]
            };
            let ([left, right], [low, high]) = (ends(), ends());
            let [start, next] = ends();
            let cast = BoxCast::new(
                Aabb::new([start, start], [next, start]),
                [number(), number()],
            );
            let Ok(cast) = cast else { continue };
            for aabb in [
                Aabb::new([left, low], [right, high]),
                Aabb::new([left, low], [left, f32::INFINITY]),
            ] {
                if let Some(reach) = cast.reach(&aabb) {
                    reached += 1;
                    let least = cast.least_reach_inside(&aabb);
                    assert!(
                        is_bounded(reach, least),
                        "{cast:?} {aabb}: {reach} {least:?}"
                    );
                }
            }
        }
        assert!(reached > 20_000, "{reached}");
    }

    /// Below the normal numbers the error of a product is not relative: here a corner is grazed.
    #[test]
    fn products_below_the_normal_numbers_are_no_later() {
        let start = 1e-36_f32.to_bits();
        for k in 0..200_u16 {
            let [speed, other] = [9_000 + k, 9_301 - k].map(f32::from);
            let ray = Ray::new([0.0, 0.0], [speed, other]).unwrap();
            for x in (0..100).map(|i| f32::from_bits(start + 997 * i)) {
                let y = f32::from_f64(f64::from(x) * f64::from(other) / f64::from(speed));
                let aabb = Aabb::new([x, -1.0], [1.0, y]);
                if let Some(reach) = ray.reach(&aabb) {
                    let least = ray.least_reach_inside(&aabb);
                    assert!(is_bounded(reach, least), "{speed} {aabb}: {reach}");
                }
            }
        }
    }

    /// Otherwise a tree would search everything for them.
    #[test]
    fn boxes_beside_a_ray_along_an_axis_are_not_reached() {
        let apart = Aabb::new([3.0_f32, 1.5], [4.0, 2.0]);
        for direction in [[1.0, 0.0], [0.0, 0.0], [0.0, -2.0]] {
            let ray = Ray::new([0.0, 1.0], direction).unwrap();
            assert_eq!(ray.least_reach_inside(&apart), None);
        }
        let touched = Aabb::new([3.0_f32, 1.0], [4.0, 1.0]);
        let ray = Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap();
        assert_eq!(ray.reach(&touched), Some(3.0));
        assert!(ray.least_reach_inside(&touched).is_some());
    }

    #[test]
    fn a_negative_zero_is_no_motion() {
        let aabb = Aabb::new([2.0, -1.0], [3.0, 1.0]);
        for direction in [[1.0, 0.0], [1.0, -0.0]] {
            let ray = Ray::new([0.0, 0.0], direction).unwrap();
            assert_eq!(ray.reach(&aabb), Some(2.0));
        }
    }

    #[test]
    fn a_box_beside_a_slanted_ray_is_not_reached() {
        let ray = Ray::new([0.0, 0.0], [1.0, 1.0]).unwrap();
        let beside = Aabb::new([2.0, 3.5], [3.0, 5.0]);
        assert_eq!(ray.reach(&beside), None);
        assert_eq!(ray.least_reach_inside(&beside), None);
    }
}
