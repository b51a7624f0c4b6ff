//! Moving balls.

use super::ball::Ball;
use super::checks::{finite_direction, finite_points, finite_radius};
use super::invalid_shape::InvalidShape;
use super::ray::Ray;
use super::slab::relative;
use super::swept_ball::SweptBall;
use crate::geometry::aabb::Aabb;
use crate::geometry::boxes::grown::around;
use crate::geometry::order::lesser;
use crate::geometry::probe::{Cast, Probe};
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::{Real, Scalar};
use core::array;

/// A ball that moves in a straight line: a ray with a round end.
///
/// It reaches a box at the smallest parameter `t` in `0..=length` at which the ball around
/// `center + t * direction` touches it. A ball with direction zero does not move. It is also a
/// [`Region`]: it touches the boxes that it reaches.
///
/// Everything is computed in `f64`. If the differences between center and box are small whole
/// numbers, a grazed corner is not missed. Despite rounding, a box that the [`Ball`] at the start
/// touches is reached at 0, and a box that the center reaches as a [`Ray`] is reached no later.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{Ball, BallCast, Probe};
/// let ball = Ball { center: [0.0, 9.0], radius: 5.0 };
/// let falling = BallCast::new(ball, [0.0, -1.0])?;
/// // The corner at (3, 1) is touched when the center is at (0, 5).
/// assert_eq!(falling.reach(&Aabb::new([3.0, 0.0], [4.0, 1.0])), Some(4.0));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "sphere_cast")]
#[doc(alias = "swept_sphere")]
pub struct BallCast<S: Scalar, const D: usize> {
    start: Ball<S, D>,
    direction: [S::Real; D],
    length: S::Real,
    swept: SweptBall<D>,
    /// The path of the center.
    ray: Ray<S, D>,
}

impl<S: Scalar, const D: usize> BallCast<S, D> {
    /// A ball that moves from `start` without end; `t` is measured in lengths of `direction`.
    ///
    /// # Errors
    /// If a coordinate or a component of the direction is infinite or NaN, or the radius is
    /// negative, infinite or NaN.
    pub fn new(start: Ball<S, D>, direction: [S::Real; D]) -> Result<Self, InvalidShape> {
        finite_points(&[start.center])?;
        let swept = SweptBall {
            direction: finite_direction(&direction)?,
            radius: finite_radius(start.radius)?,
            length: f64::INFINITY,
        };
        Ok(Self {
            start,
            direction,
            length: S::Real::INFINITY,
            swept,
            ray: Ray::new(start.center, direction)?,
        })
    }

    /// A ball that moves from `start` (`t` = 0) until its center is at `end` (`t` = 1).
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, a difference is out of the range of [`Scalar::Real`], or
    /// the radius is negative, infinite or NaN.
    pub fn between(start: Ball<S, D>, end: [S; D]) -> Result<Self, InvalidShape> {
        finite_points(&[start.center, end])?;
        let direction = array::from_fn(|axis| end[axis].minus(start.center[axis]));
        Self::new(start, direction).map(|cast| cast.up_to(S::Real::ONE))
    }

    /// The same motion up to and including the parameter `length`. It reaches nothing if `length`
    /// is negative or NaN.
    #[must_use]
    pub fn up_to(self, length: S::Real) -> Self {
        let swept = SweptBall {
            length: length.to_f64(),
            ..self.swept
        };
        Self {
            length,
            swept,
            ray: self.ray.up_to(length),
            ..self
        }
    }

    /// The ball at `t` = 0.
    #[must_use]
    pub fn start(&self) -> Ball<S, D> {
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

/// The lesser of two reaches; a missing one is later.
fn sooner<R: Real>(a: Option<R>, b: Option<R>) -> Option<R> {
    match (a, b) {
        (Some(a), Some(b)) => Some(lesser(a, b)),
        (a, b) => a.or(b),
    }
}

impl<S: Scalar, const D: usize> BallCast<S, D> {
    /// Whether the ball touches the box at `t` = 0.
    fn touches_at_start(&self, aabb: &Aabb<S, D>) -> bool {
        S::Real::ZERO <= self.length && self.start.touches(aabb)
    }
}

impl<S: Scalar, const D: usize> Probe<S, D> for BallCast<S, D> {
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        if self.touches_at_start(aabb) {
            return Some(S::Real::ZERO);
        }
        let [low, high] = relative(aabb, &self.start.center);
        let swept = self.swept.reach(&low, &high).map(S::Real::from_f64);
        sooner(swept, self.ray.reach(aabb))
    }

    /// The reach of the cube around the ball, but no later than the ball at the start or the ray.
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        if self.touches_at_start(aabb) {
            return Some(S::Real::ZERO);
        }
        let [low, high] = relative(aabb, &self.start.center);
        let swept = self.swept.least_reach(&low, &high).map(S::Real::from_f64);
        sooner(swept, self.ray.least_reach_inside(aabb))
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for BallCast<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.least_reach_inside(aabb).is_some()
    }

    fn bounds(&self) -> Aabb<S, D> {
        around(&self.start.center, &self.swept.growth())
            .union(&self.start.bounds())
            .union(&self.ray.bounds())
    }
}

impl<S: Scalar, const D: usize> Cast<S, D> for BallCast<S, D> {}
