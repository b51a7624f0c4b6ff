//! The location of a question, by which a batch is put in order.

use super::aabb::Aabb;
use super::ball::Ball;
use super::ball_cast::BallCast;
use super::capsule::Capsule;
use super::cone::Cone;
use super::convex_polygon::ConvexPolygon;
use super::lon_lat::LonLat;
use super::masked::Masked;
use super::oriented_box::OrientedBox;
use super::ray::{BoxCast, Ray};
use super::region::Region;
use super::scalar::Scalar;
use super::triangle::Triangle;

/// A region or probe with a location, so that a batch of them can be answered in an order in which
/// each is near the one before.
///
/// The location decides only about speed. It is any box near the boxes that the question finds
/// first: the start of a cast, the center of a ball.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Located;
/// let ray = Ray::new([1.0, 2.0], [0.0, 1.0])?;
/// assert_eq!(ray.location(), Aabb::point([1.0, 2.0]));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
pub trait Located<S: Scalar, const D: usize> {
    /// A box near the boxes that the question finds first.
    fn location(&self) -> Aabb<S, D>;

    /// The region itself, if it is no more than a box: a batch of boxes is answered by a join.
    fn as_box(&self) -> Option<Aabb<S, D>> {
        None
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Aabb<S, D> {
    fn location(&self) -> Aabb<S, D> {
        *self
    }
    fn as_box(&self) -> Option<Aabb<S, D>> {
        Some(*self)
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for [S; D] {
    fn location(&self) -> Aabb<S, D> {
        at(*self)
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Ball<S, D> {
    fn location(&self) -> Aabb<S, D> {
        at(self.center)
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for OrientedBox<S, D> {
    fn location(&self) -> Aabb<S, D> {
        at(self.center())
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Ray<S, D> {
    fn location(&self) -> Aabb<S, D> {
        at(self.origin())
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for BoxCast<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.start()
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for BallCast<S, D> {
    fn location(&self) -> Aabb<S, D> {
        at(self.start().center)
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Capsule<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.bounds()
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Cone<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.bounds()
    }
}

impl<S: Scalar, const D: usize> Located<S, D> for Triangle<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.bounds()
    }
}

impl<S: Scalar> Located<S, 2> for ConvexPolygon<S> {
    fn location(&self) -> Aabb<S, 2> {
        self.bounds()
    }
}

impl<S: Scalar> Located<S, 2> for LonLat<S> {
    fn location(&self) -> Aabb<S, 2> {
        at(self.point())
    }
}

impl<S: Scalar, const D: usize, Q: Located<S, D>> Located<S, D> for Masked<Q> {
    fn location(&self) -> Aabb<S, D> {
        self.of.location()
    }
}

impl<S: Scalar, const D: usize, Q: Located<S, D> + ?Sized> Located<S, D> for &Q {
    fn location(&self) -> Aabb<S, D> {
        (**self).location()
    }
    fn as_box(&self) -> Option<Aabb<S, D>> {
        (**self).as_box()
    }
}

/// The box of a point; everything if a coordinate is NaN.
fn at<S: Scalar, const D: usize>(point: [S; D]) -> Aabb<S, D> {
    Aabb::try_new(point, point).unwrap_or(Aabb::EVERYWHERE)
}
