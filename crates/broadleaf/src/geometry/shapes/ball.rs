//! Balls.

use super::distance::distance_squared;
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::root::root;
use crate::geometry::arithmetic::there_and_back::{distance_of, is_within};
use crate::geometry::boxes::grown::around;
use crate::geometry::order::greater;
use crate::geometry::probe::{Place, Probe};
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::{Real, Scalar};

/// All points at most `radius` away from `center`.
///
/// As a region, it touches the boxes whose distance from the center, as
/// [`distance_of`](crate::geometry::distance_of) rounds it, is at most the radius. As a [`Place`],
/// it measures distances from its surface: 0 to the boxes that it touches.
///
/// A ball with a negative or NaN radius touches and reaches nothing. On an axis where the center is
/// NaN, its distance to every box is 0. Squares out of the range of [`Scalar::Real`] become
/// infinite or zero, and so do distances: the radius of an `f32` ball should be between
/// 10<sup>-19</sup> and 10<sup>19</sup>.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::Ball;
/// let tree: DynamicTree<f64, 2> =
///     [(Id(0), Aabb::point([3.0, 4.0])), (Id(1), Aabb::point([0.0, 9.0]))].into_iter().collect();
/// let ball = Ball { center: [0.0, 0.0], radius: 5.0 };
/// assert_eq!(tree.overlaps(&ball), [Id(0)]);
/// assert_eq!(tree.nearest(&ball).unwrap().reach, 0.0);
/// let all: Vec<_> = tree.within_distance(&ball, 4.0).iter().map(|hit| (hit.id, hit.reach)).collect();
/// assert_eq!(all, [(Id(0), 0.0), (Id(1), 16.0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "sphere")]
#[doc(alias = "circle")]
pub struct Ball<S: Scalar, const D: usize> {
    /// The center.
    pub center: [S; D],
    /// The greatest distance of a point of the ball from its center.
    pub radius: S::Real,
}

impl<S: Scalar, const D: usize> Region<S, D> for Ball<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        is_within(
            distance_squared(&self.center, &self.center, aabb),
            self.radius,
        )
    }

    fn bounds(&self) -> Aabb<S, D> {
        // Smaller radii may have the same square as this one.
        let radius = greater(self.radius, S::Real::MIN_SQUARABLE).next_up();
        around(&self.center, &[[radius.to_f64(); 2]; D])
    }
}

/// The squared distance from the surface; 0 if the ball touches the box.
impl<S: Scalar, const D: usize> Probe<S, D> for Ball<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.beyond_surface(aabb, distance_of)
    }

    /// With a margin, because `root` may be off by two units.
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.beyond_surface(aabb, |squared| root(squared) * (1.0 - 8.0 * f64::EPSILON))
    }
}

impl<S: Scalar, const D: usize> Place<S, D> for Ball<S, D> {}

impl<S: Scalar, const D: usize> Ball<S, D> {
    /// The squared distance from the surface, with a function that takes the root of the squared
    /// distance from the center.
    #[inline]
    fn beyond_surface(&self, aabb: &Aabb<S, D>, distance: impl Fn(f64) -> f64) -> Option<S::Real> {
        if !(S::Real::ZERO <= self.radius) {
            return None;
        }
        let squared = distance_squared(&self.center, &self.center, aabb);
        if is_within(squared, self.radius) {
            return Some(S::Real::ZERO);
        }
        let beyond = greater(0.0, distance(squared.to_f64()) - self.radius.to_f64());
        Some(S::Real::from_f64(beyond * beyond))
    }
}
