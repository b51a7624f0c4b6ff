//! References to regions are regions.
//!
//! There is no implementation for every `&R`: closures are regions, and a reference to a closure is
//! itself a closure, so it would be a region in two ways.

use super::aabb::Aabb;
use super::counted::Counted;
use super::masked::Masked;
use super::oriented_box::OrientedBox;
use super::ray::{BoxCast, Ray};
use super::region::{Ball, HalfSpace, HalfSpaces, Region};
use super::scalar::Scalar;
use alloc::boxed::Box;

macro_rules! by_reference {
    ($([$($extra:tt)*] $Reference:ty;)*) => { $(
        impl<S: Scalar, $($extra)* const D: usize> Region<S, D> for $Reference {
            #[inline]
            fn touches(&self, aabb: &Aabb<S, D>) -> bool {
                (**self).touches(aabb)
            }
            #[inline]
            fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
                (**self).may_touch_inside(aabb)
            }
            #[inline]
            fn bounds(&self) -> Aabb<S, D> {
                (**self).bounds()
            }
            #[inline]
            fn is_a_box(&self) -> bool {
                Region::<S, D>::is_a_box(&**self)
            }
            #[inline]
            fn admits(&self, category: u32) -> bool {
                Region::<S, D>::admits(&**self, category)
            }
        }
    )* };
}

by_reference! {
    [] &[S; D];
    [] &Aabb<S, D>;
    [] &Ball<S, D>;
    [] &HalfSpace<S, D>;
    [] &HalfSpaces<'_, S, D>;
    [] &OrientedBox<S, D>;
    [] &Ray<S, D>;
    [] &BoxCast<S, D>;
    [] &dyn Region<S, D>;
    [] Box<dyn Region<S, D> + '_>;
    [Q: Region<S, D>,] &Masked<Q>;
    [Q: Region<S, D>,] &Counted<Q>;
}
