//! Balls.

use super::aabb::Aabb;
use super::distance::distance_squared;
use super::grown::around;
use super::order::greater;
use super::probe::{Place, Probe};
use super::region::Region;
use super::root::root;
use super::scalar::{Real, Scalar};
use super::there_and_back::{distance_of, is_within};

/// All points at most `radius` away from `center`.
///
/// It touches the boxes whose distance from the center, as [`distance_of`](super::distance_of)
/// rounds it, is at most the radius. As a [`Place`] it measures distances from its surface: 0 to the
/// boxes that it touches.
///
/// A ball with a negative or NaN radius touches and reaches nothing. On an axis where the center is
/// NaN, its distance to every box is 0. Squares beyond the range of [`Scalar::Real`] are infinite
/// or zero, and so are distances: an `f32` ball should have a radius between 10<sup>-19</sup> and
/// 10<sup>19</sup>.
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
    /// The point in the middle.
    pub center: [S; D],
    /// The greatest distance of a point of the ball from the center.
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

/// The squared distance from the surface, 0 if the ball touches the box.
impl<S: Scalar, const D: usize> Probe<S, D> for Ball<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.beyond_surface(aabb, distance_of)
    }

    /// A root may be two units off.
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.beyond_surface(aabb, |squared| root(squared) * (1.0 - 8.0 * f64::EPSILON))
    }
}

impl<S: Scalar, const D: usize> Place<S, D> for Ball<S, D> {}

impl<S: Scalar, const D: usize> Ball<S, D> {
    /// The squared distance from the surface, by a function from the squared distance from the
    /// center to the distance.
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

#[cfg(test)]
mod tests {
    use super::super::aabb::Aabb;
    use super::super::probe::Probe;
    use super::Ball;

    #[test]
    fn a_ball_reaches_from_its_surface() {
        let reach = |radius: f64, [low, high]: [f64; 2]| {
            let center = [0.0, 0.0];
            Ball { center, radius }.reach(&Aabb::new([low, 0.0], [high, 9.0]))
        };
        assert_eq!(reach(1.0, [3.0, 4.0]), Some(4.0));
        assert_eq!(reach(0.25, [0.75, 4.0]), Some(0.25));
        assert_eq!(
            [reach(3.0, [3.0, 4.0]), reach(0.5, [-1.0, 1.0])],
            [Some(0.0); 2]
        );
        assert_eq!(
            [reach(-1.0, [0.0, 1.0]), reach(f64::NAN, [0.0, 1.0])],
            [None; 2]
        );
    }
}
