//! A query for boxes inside of the boxes that a structure holds.

use crate::geometry::{Aabb, Form, Probe, Region, Scalar};

/// A region or probe that is tested against fat boxes. If the query is about tight boxes, the test
/// must not miss a tight box inside.
pub(crate) struct Outer<'a, Q: ?Sized> {
    pub(crate) of: &'a Q,
    pub(crate) is_about_tight: bool,
}

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Region<S, D> for Outer<'_, Q> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        if self.is_about_tight {
            self.of.may_touch_inside(aabb)
        } else {
            self.of.touches(aabb)
        }
    }
    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.of.may_touch_inside(aabb)
    }
    fn bounds(&self) -> Aabb<S, D> {
        self.of.bounds()
    }
    fn is_a_box(&self) -> bool {
        self.of.is_a_box()
    }
    #[inline]
    fn admits(&self, category: u32) -> bool {
        self.of.admits(category)
    }
}

impl<S: Scalar, const D: usize, Q: Probe<S, D> + ?Sized> Probe<S, D> for Outer<'_, Q> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        if self.is_about_tight {
            self.of.least_reach_inside(aabb)
        } else {
            self.of.reach(aabb)
        }
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
        self.of.admits(category)
    }
}
