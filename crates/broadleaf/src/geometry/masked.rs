//! Regions and probes restricted to categories.

use super::aabb::Aabb;
use super::form::Form;
use super::probe::{Cast, Place, Probe};
use super::region::Region;
use crate::geometry::scalar::traits::Scalar;

/// A region or probe for boxes whose category has at least one bit of a mask.
///
/// For filters on both sides, groups and exceptions, see
/// [`filtered`](crate::SpatialIndex::filtered) and [`Asker`](crate::filter::Asker).
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::Masked;
/// const TERRAIN: u32 = 1 << 0;
/// let mut tree = DynamicTree::default();
/// tree.insert(Id(0), Aabb::new([0.0, 0.0], [9.0, 1.0]));
/// tree.insert(Id(1), Aabb::new([4.0, 0.0], [5.0, 2.0]));
/// tree.set_category(Id(0), TERRAIN);
/// tree.set_category(Id(1), !TERRAIN);
/// assert_eq!(tree.overlaps(&Masked::new([4.5, 0.5], TERRAIN)), [Id(0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Masked<Q> {
    /// The region or probe.
    pub of: Q,
    /// Boxes whose category has no bit in common with the mask are skipped, a subtree at a time.
    pub mask: u32,
}

impl<Q> Masked<Q> {
    /// Restricts a region or probe to boxes whose category has at least one bit of `mask`.
    #[must_use]
    pub const fn new(of: Q, mask: u32) -> Self {
        Self { of, mask }
    }
}

/// Forwards everything but the test of categories.
macro_rules! masked {
    ($Masked:ty $(, $($unsized:tt)+)?) => {
        impl<S: Scalar, const D: usize, Q: Region<S, D> $($($unsized)+)?> Region<S, D> for $Masked {
            #[inline]
            fn touches(&self, aabb: &Aabb<S, D>) -> bool {
                self.of.touches(aabb)
            }
            #[inline]
            fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
                self.of.may_touch_inside(aabb)
            }
            #[inline]
            fn bounds(&self) -> Aabb<S, D> {
                self.of.bounds()
            }
            #[inline]
            fn is_a_box(&self) -> bool {
                self.of.is_a_box()
            }
            #[inline]
            fn admits(&self, category: u32) -> bool {
                category & self.mask != 0 && self.of.admits(category)
            }
        }

        impl<S: Scalar, const D: usize, Q: Probe<S, D> $($($unsized)+)?> Probe<S, D> for $Masked {
            #[inline]
            fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
                self.of.reach(aabb)
            }
            #[inline]
            fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
                self.of.least_reach_inside(aabb)
            }
            #[inline]
            fn form(&self) -> Form<S, D> {
                self.of.form()
            }
            #[inline]
            fn admits(&self, category: u32) -> bool {
                category & self.mask != 0 && self.of.admits(category)
            }
        }
    };
}

masked!(Masked<Q>);
masked!(MaskedRef<'_, Q>, + ?Sized);

impl<S: Scalar, const D: usize, Q: Cast<S, D>> Cast<S, D> for Masked<Q> {}
impl<S: Scalar, const D: usize, Q: Place<S, D>> Place<S, D> for Masked<Q> {}

/// A [`Masked`] region or probe behind a reference. Not `Masked<&Q>`, because not every reference
/// to a region is a region.
#[derive(Debug)]
pub(crate) struct MaskedRef<'a, Q: ?Sized> {
    pub(crate) of: &'a Q,
    pub(crate) mask: u32,
}
