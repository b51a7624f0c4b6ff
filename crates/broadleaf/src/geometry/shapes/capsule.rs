//! Capsules.

use super::ball::Ball;
use super::checks::{finite_points, finite_radius};
use super::invalid_shape::InvalidShape;
use super::ray::Ray;
use super::slab::{Slab, Slabs, cross, difference, dot, outward, perpendicular, relative, unit};
use super::swept_ball::{MARGIN, SweptBall};
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::root::root;
use crate::geometry::arithmetic::rounding::LEEWAY;
use crate::geometry::boxes::grown::around;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;

/// A segment with a radius: all points at most `radius` away from the segment from `start` to
/// `end`.
///
/// The test is exact up to rounding in any dimension, and exact if differences and radius are small
/// whole numbers. A capsule touches everything that the segment touches as a [`Ray`] or that a
/// [`Ball`] at an end touches, despite rounding. Radius and differences should be less than
/// 10<sup>75</sup>, so that products of four are in range.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{Capsule, Region};
/// let capsule = Capsule::new([0, 0, 0], [8, 0, 0], 5.0)?;
/// assert!(capsule.touches(&Aabb::new([11, 4, -2], [12, 6, 2])), "4 above the end, 3 beyond it");
/// assert!(!capsule.touches(&Aabb::new([12, 4, -2], [13, 6, 2])));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "thick_segment")]
pub struct Capsule<S: Scalar, const D: usize> {
    start: [S; D],
    end: [S; D],
    radius: S::Real,
    swept: SweptBall<D>,
    /// Parallel to the segment.
    slabs: Slabs<f64, D>,
    /// The segment in both directions, which round differently. None if its length is out of the
    /// range of [`Scalar::Real`].
    segments: [Option<Ray<S, D>>; 2],
}

impl<S: Scalar, const D: usize> Capsule<S, D> {
    /// Creates the capsule around the segment from `start` to `end`, which may be equal.
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, or the radius is negative, infinite or NaN.
    pub fn new(start: [S; D], end: [S; D], radius: S::Real) -> Result<Self, InvalidShape> {
        finite_points(&[start, end])?;
        let swept = SweptBall {
            direction: difference(&end, &start),
            radius: finite_radius(radius)?,
            length: 1.0,
        };
        Ok(Self {
            start,
            end,
            radius,
            slabs: slabs(&swept),
            swept,
            segments: [[start, end], [end, start]].map(|[from, to]| Ray::between(from, to).ok()),
        })
    }

    /// One end of the segment.
    #[must_use]
    pub fn start(&self) -> [S; D] {
        self.start
    }

    /// The other end of the segment.
    #[must_use]
    pub fn end(&self) -> [S; D] {
        self.end
    }

    /// The greatest distance of a point of the capsule from its segment.
    #[must_use]
    pub fn radius(&self) -> S::Real {
        self.radius
    }

    fn balls(&self) -> [Ball<S, D>; 2] {
        let radius = self.radius;
        [self.start, self.end].map(|center| Ball { center, radius })
    }
}

/// The slabs around a capsule that are parallel to its segment and, in 3D, to a coordinate axis.
fn slabs<const D: usize>(swept: &SweptBall<D>) -> Slabs<f64, D> {
    let mut slabs = Slabs::new();
    let mut push = |axis: [f64; D]| {
        let half_width = swept.radius * root(dot(&axis, &axis)) * MARGIN;
        slabs.push(half_width.is_finite().then_some(Slab {
            axis,
            least: -half_width,
            greatest: half_width,
        }));
    };
    if D == 2 {
        push(perpendicular(&swept.direction));
    } else if D == 3 {
        (0..D).for_each(|axis| push(cross(&swept.direction, &unit(axis))));
    }
    slabs
}

impl<S: Scalar, const D: usize> Region<S, D> for Capsule<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let [low, high] = relative(aabb, &self.start);
        let is_beside = || self.slabs.touch(&outward([low, high], LEEWAY));
        is_beside() && self.swept.reach(&low, &high).is_some()
            || self.balls().iter().any(|ball| ball.touches(aabb))
            || self.segments.iter().flatten().any(|ray| ray.touches(aabb))
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        let [low, high] = relative(aabb, &self.start);
        let is_beside = || self.slabs.touch(&outward([low, high], LEEWAY));
        let mut segments = self.segments.iter().flatten();
        is_beside() && self.swept.least_reach(&low, &high).is_some()
            || self.balls().iter().any(|ball| ball.touches(aabb))
            || segments.any(|ray| ray.may_touch_inside(aabb))
    }

    fn bounds(&self) -> Aabb<S, D> {
        let balls = self.balls().map(|ball| ball.bounds());
        let segments = self.segments.iter().flatten().map(Region::bounds);
        let all = around(&self.start, &self.swept.growth());
        segments
            .chain(balls)
            .fold(all, |all, part| all.union(&part))
    }
}
