//! A region or a probe that sees only some categories.
//!
//! The library's `Masked` sees no box in no category, whatever its mask. Without a mask, a query of
//! the header sees all boxes. One type for both compiles each query once.

use library::Aabb;
use library::geometry::{Form, Probe, Region, Scalar};

/// What asks, and the categories of which a box that answers has one at least. With all bits it
/// sees every box, also one in no category.
#[derive(Clone, Copy)]
pub(crate) struct Masked<Q> {
    pub(crate) of: Q,
    pub(crate) mask: u32,
}

impl<Q> Masked<Q> {
    #[inline(always)]
    fn sees(&self, category: u32) -> bool {
        self.mask == u32::MAX || self.mask & category != 0
    }
}

impl<S: Scalar, const D: usize, Q: Region<S, D>> Region<S, D> for Masked<Q> {
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
        self.sees(category)
    }
}

impl<S: Scalar, const D: usize, Q: Probe<S, D>> Probe<S, D> for Masked<Q> {
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
        self.sees(category)
    }
}
