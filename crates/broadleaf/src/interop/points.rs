//! Points and vectors of mathematics libraries: each macro implements the traits of one type, which
//! converts from and to an array of its coordinates.

/// Boxes from and to a pair of points of type `$Point`.
macro_rules! corners {
    ([$($parameters:tt)*] $Point:ty, $S:ty, $D:tt) => {
        const _: () = {
            use $crate::geometry::{Aabb, InvalidAabb};

            impl<$($parameters)*> TryFrom<($Point, $Point)> for Aabb<$S, $D> {
                type Error = InvalidAabb<$S>;

                fn try_from((min, max): ($Point, $Point)) -> Result<Self, Self::Error> {
                    Self::try_new(min.into(), max.into())
                }
            }

            impl<$($parameters)*> From<Aabb<$S, $D>> for ($Point, $Point) {
                fn from(aabb: Aabb<$S, $D>) -> Self {
                    (aabb.min().into(), aabb.max().into())
                }
            }
        };
    };
}
pub(super) use corners;

/// Points of type `$Point` as regions and places, like the array of their coordinates.
macro_rules! place {
    ([$($parameters:tt)*] $Point:ty, $S:ty, $D:tt) => {
        const _: () = {
            use $crate::geometry::{Aabb, Form, Place, Probe, Region};

            impl<$($parameters)*> Region<$S, $D> for $Point {
                #[inline]
                fn touches(&self, aabb: &Aabb<$S, $D>) -> bool {
                    aabb.contains_point(&(*self).into())
                }
                #[inline]
                fn bounds(&self) -> Aabb<$S, $D> {
                    Region::bounds(&<[$S; $D]>::from(*self))
                }
                #[inline]
                fn is_a_box(&self) -> bool {
                    Region::<$S, $D>::is_a_box(&<[$S; $D]>::from(*self))
                }
            }

            impl<$($parameters)*> Region<$S, $D> for &$Point {
                #[inline]
                fn touches(&self, aabb: &Aabb<$S, $D>) -> bool {
                    Region::touches(*self, aabb)
                }
                #[inline]
                fn bounds(&self) -> Aabb<$S, $D> {
                    Region::bounds(*self)
                }
                #[inline]
                fn is_a_box(&self) -> bool {
                    Region::<$S, $D>::is_a_box(*self)
                }
            }

            impl<$($parameters)*> Probe<$S, $D> for $Point {
                #[inline]
                fn reach(&self, aabb: &Aabb<$S, $D>) -> Option<<$S as $crate::geometry::Scalar>::Real> {
                    Probe::reach(&<[$S; $D]>::from(*self), aabb)
                }
                #[inline]
                fn form(&self) -> Form<$S, $D> {
                    Probe::form(&<[$S; $D]>::from(*self))
                }
            }

            impl<$($parameters)*> Place<$S, $D> for $Point {}
        };
    };
}
pub(super) use place;
