//! The list of all shapes, with implementations for references and the location of each.
//!
//! A test compares these lists with the names that `mod.rs` exports, so it fails if a shape is
//! missing here.

use super::ball::Ball;
use super::ball_cast::BallCast;
use super::box_cast::BoxCast;
use super::capsule::Capsule;
use super::cone::Cone;
use super::convex_polygon::ConvexPolygon;
use super::half_space::{HalfSpace, HalfSpaces};
use super::interior::Interior;
use super::lon_lat::LonLat;
use super::oriented_box::OrientedBox;
use super::ray::Ray;
use super::triangle::Triangle;
use crate::geometry::aabb::Aabb;
use crate::geometry::counted::Counted;
use crate::geometry::located::Located;
use crate::geometry::masked::Masked;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;
use alloc::boxed::Box;

/// References to regions are regions.
///
/// A blanket implementation for `&R` is impossible: closures are regions, and a reference to a
/// closure is itself a closure, so it would be a region in two ways.
macro_rules! by_reference {
    ($D:tt: $([$($extra:tt)*] $Reference:ty;)*) => { $(
        impl<S: Scalar, $($extra)*> Region<S, $D> for $Reference {
            #[inline]
            fn touches(&self, aabb: &Aabb<S, $D>) -> bool {
                (**self).touches(aabb)
            }
            #[inline]
            fn may_touch_inside(&self, aabb: &Aabb<S, $D>) -> bool {
                (**self).may_touch_inside(aabb)
            }
            #[inline]
            fn bounds(&self) -> Aabb<S, $D> {
                (**self).bounds()
            }
            #[inline]
            fn is_a_box(&self) -> bool {
                Region::<S, $D>::is_a_box(&**self)
            }
            #[inline]
            fn admits(&self, category: u32) -> bool {
                Region::<S, $D>::admits(&**self, category)
            }
        }
    )* };
}

by_reference! {
    D:
    [const D: usize] &[S; D];
    [const D: usize] &Aabb<S, D>;
    [const D: usize] &Ball<S, D>;
    [const D: usize] &HalfSpace<S, D>;
    [const D: usize] &HalfSpaces<'_, S, D>;
    [const D: usize] &Interior<S, D>;
    [const D: usize] &OrientedBox<S, D>;
    [const D: usize] &Ray<S, D>;
    [const D: usize] &BoxCast<S, D>;
    [const D: usize] &BallCast<S, D>;
    [const D: usize] &Capsule<S, D>;
    [const D: usize] &Cone<S, D>;
    [const D: usize] &Triangle<S, D>;
    [const D: usize] &dyn Region<S, D>;
    [const D: usize] Box<dyn Region<S, D> + '_>;
    [Q: Region<S, D>, const D: usize] &Masked<Q>;
    [Q: Region<S, D>, const D: usize] &Counted<Q>;
}

by_reference! {
    2:
    [] &ConvexPolygon<S>;
}

/// Where a query begins: at a point, or in a box.
macro_rules! located {
    ($D:tt: $([$($extra:tt)*] $Shape:ty, |$shape:ident| $location:expr;)*) => { $(
        impl<S: Scalar, $($extra)*> Located<S, $D> for $Shape {
            fn location(&self) -> Aabb<S, $D> {
                let $shape = self;
                $location
            }
        }
    )* };
}

located! {
    D:
    [const D: usize] [S; D], |point| at(*point);
    [const D: usize] Ball<S, D>, |ball| at(ball.center);
    [const D: usize] BallCast<S, D>, |cast| at(cast.start().center);
    [const D: usize] BoxCast<S, D>, |cast| cast.start();
    [const D: usize] Capsule<S, D>, |capsule| capsule.bounds();
    [const D: usize] Cone<S, D>, |cone| cone.bounds();
    [const D: usize] Interior<S, D>, |interior| interior.0;
    [const D: usize] OrientedBox<S, D>, |oriented| at(oriented.center());
    [const D: usize] Ray<S, D>, |ray| at(ray.origin());
    [const D: usize] Triangle<S, D>, |triangle| triangle.bounds();
}

located! {
    2:
    [] ConvexPolygon<S>, |polygon| polygon.bounds();
    [] LonLat<S>, |place| at(place.point());
}

/// A batch of boxes is answered by a join.
impl<S: Scalar, const D: usize> Located<S, D> for Aabb<S, D> {
    fn location(&self) -> Aabb<S, D> {
        *self
    }
    fn as_box(&self) -> Option<Aabb<S, D>> {
        Some(*self)
    }
}

/// The box of a point; all of space if a coordinate is NaN.
fn at<S: Scalar, const D: usize>(point: [S; D]) -> Aabb<S, D> {
    Aabb::try_new(point, point).unwrap_or(Aabb::EVERYWHERE)
}
