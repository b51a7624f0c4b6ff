//! Regions and visitors behind pointers. The searches are compiled for every instruction set, and
//! would otherwise be compiled again for every region and every visitor.

use crate::geometry::{Aabb, Region, Scalar};
use core::ops::ControlFlow;

/// A region that may be of unknown size, as one that is not.
pub(super) struct Pointer<'a, R: ?Sized>(pub(super) &'a R);

impl<S: Scalar, const D: usize, R: Region<S, D> + ?Sized> Region<S, D> for Pointer<'_, R> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.touches(aabb)
    }
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.may_touch_inside(aabb)
    }
    fn bounds(&self) -> Aabb<S, D> {
        self.0.bounds()
    }
    fn is_a_box(&self) -> bool {
        self.0.is_a_box()
    }
    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}

/// The value with which a visitor broke, kept while the search breaks without one.
pub(super) struct Broken<B>(Option<B>);

impl<B> Broken<B> {
    pub(super) fn new() -> Self {
        Self(None)
    }

    /// Keeps the value of a break.
    #[inline]
    pub(super) fn keep<C>(&mut self, flow: ControlFlow<B, C>) -> ControlFlow<(), C> {
        flow.map_break(|value| self.0 = Some(value))
    }

    pub(super) fn into_flow(self) -> ControlFlow<B> {
        self.0.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}
