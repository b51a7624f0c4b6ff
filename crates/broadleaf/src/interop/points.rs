//! Points and vectors of mathematics libraries.

/// Boxes from and to a pair of points of type `$Point`.
macro_rules! corners {
    ([$($parameters:tt)*] $Point:ty, $S:ty, $D:tt) => {
        impl<$($parameters)*> TryFrom<($Point, $Point)> for $crate::geometry::Aabb<$S, $D> {
            type Error = $crate::geometry::InvalidAabb<$S>;

            fn try_from((min, max): ($Point, $Point)) -> Result<Self, Self::Error> {
                Self::try_new(min.into(), max.into())
            }
        }

        impl<$($parameters)*> From<$crate::geometry::Aabb<$S, $D>> for ($Point, $Point) {
            fn from(aabb: $crate::geometry::Aabb<$S, $D>) -> Self {
                (aabb.min().into(), aabb.max().into())
            }
        }
    };
}
pub(super) use corners;

/// Points of type `$Point` as regions and places, like the array of their coordinates.
macro_rules! place {
    ([$($parameters:tt)*] $Point:ty, $S:ty, $D:tt) => {
        impl<$($parameters)*> $crate::geometry::Region<$S, $D> for $Point {
            #[inline]
            fn touches(&self, aabb: &$crate::geometry::Aabb<$S, $D>) -> bool {
                aabb.contains_point(&(*self).into())
            }
            #[inline]
            fn bounds(&self) -> $crate::geometry::Aabb<$S, $D> {
                let point: [$S; $D] = (*self).into();
                $crate::geometry::Region::bounds(&point)
            }
            #[inline]
            fn is_a_box(&self) -> bool {
                let point: [$S; $D] = (*self).into();
                $crate::geometry::Region::<$S, $D>::is_a_box(&point)
            }
        }

        impl<$($parameters)*> $crate::geometry::Region<$S, $D> for &$Point {
            #[inline]
            fn touches(&self, aabb: &$crate::geometry::Aabb<$S, $D>) -> bool {
                $crate::geometry::Region::touches(*self, aabb)
            }
            #[inline]
            fn bounds(&self) -> $crate::geometry::Aabb<$S, $D> {
                $crate::geometry::Region::bounds(*self)
            }
            #[inline]
            fn is_a_box(&self) -> bool {
                $crate::geometry::Region::<$S, $D>::is_a_box(*self)
            }
        }

        impl<$($parameters)*> $crate::geometry::Probe<$S, $D> for $Point {
            #[inline]
            fn reach(
                &self,
                aabb: &$crate::geometry::Aabb<$S, $D>,
            ) -> Option<<$S as $crate::geometry::Scalar>::Real> {
                let point: [$S; $D] = (*self).into();
                $crate::geometry::Probe::reach(&point, aabb)
            }
            #[inline]
            fn form(&self) -> $crate::geometry::Form<$S, $D> {
                let point: [$S; $D] = (*self).into();
                $crate::geometry::Probe::form(&point)
            }
        }

        impl<$($parameters)*> $crate::geometry::Place<$S, $D> for $Point {}
    };
}
pub(super) use place;
