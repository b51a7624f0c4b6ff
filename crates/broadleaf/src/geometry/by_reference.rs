//! References to regions are regions.
//!
//! There is no implementation for every `&R`: closures are regions, and a reference to a closure is
//! itself a closure, so it would be a region in two ways.

use super::aabb::Aabb;
use super::ball::Ball;
use super::ball_cast::BallCast;
use super::capsule::Capsule;
use super::cone::Cone;
use super::convex_polygon::ConvexPolygon;
use super::counted::Counted;
use super::interior::Interior;
use super::masked::Masked;
use super::oriented_box::OrientedBox;
use super::ray::{BoxCast, Ray};
use super::region::{HalfSpace, HalfSpaces, Region};
use super::scalar::Scalar;
use super::triangle::Triangle;
use alloc::boxed::Box;

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
