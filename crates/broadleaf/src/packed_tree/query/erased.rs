//! Regions and visitors behind pointers. The searches are compiled for every instruction set; this
//! avoids compiling them for every region and every visitor as well.

use crate::geometry::{Aabb, Region, Scalar};
use crate::simd::LANES;
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A sized region that refers to one of unknown size.
pub(crate) struct Pointer<'a, R: ?Sized>(pub(crate) &'a R);

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

/// What to do with the boxes that a search finds.
pub(crate) enum FoundIds<'a> {
    Append(&'a mut Vec<Id>),
    Count(&'a mut usize),
    /// Several at a time.
    Visit(&'a mut dyn FnMut(&[u32]) -> ControlFlow<()>),
}

impl FoundIds<'_> {
    /// Takes the first `count` ids.
    #[inline(always)]
    pub(crate) fn take(&mut self, ids: [u32; LANES], count: usize) -> ControlFlow<()> {
        match self {
            Self::Append(found) => {
                // Sixteen are copied without a branch on their number.
                let end = found.len() + count;
                found.extend(ids.into_iter().map(Id));
                found.truncate(end);
                ControlFlow::Continue(())
            }
            Self::Count(sum) => {
                **sum += count;
                ControlFlow::Continue(())
            }
            Self::Visit(visit) => visit(&ids[..count.min(LANES)]),
        }
    }
}
