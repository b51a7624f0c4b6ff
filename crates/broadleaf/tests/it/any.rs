//! Regions and probes of any type behind one: a structure is compiled for this one, and not for
//! each of a dozen.
//!
//! It sees nothing of a region or probe but the functions of the trait, so no answer can depend on
//! which type is behind them. Some questions are asked in the types that users have:
//! `tests/it/degenerate.rs` with rays and points, `contained`, `within_distance` and the like with
//! boxes.

use std::fmt::Debug;

use broadleaf::Aabb;
use broadleaf::geometry::{Probe, Region, Scalar};

/// A region that can be shown when a test fails.
pub(crate) trait AnyRegion<S: Scalar, const D: usize>: Region<S, D> + Debug {}
impl<S: Scalar, const D: usize, T: Region<S, D> + Debug> AnyRegion<S, D> for T {}

/// A probe that can be shown when a test fails.
pub(crate) trait AnyProbe<S: Scalar, const D: usize>: Probe<S, D> + Debug {}
impl<S: Scalar, const D: usize, T: Probe<S, D> + Debug> AnyProbe<S, D> for T {}

/// Asks what is behind it.
pub(crate) struct Any<'a, T: ?Sized>(pub(crate) &'a T);

impl<S: Scalar, const D: usize> Region<S, D> for Any<'_, dyn AnyRegion<S, D> + '_> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.touches(aabb)
    }
    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}

impl<S: Scalar, const D: usize> Probe<S, D> for Any<'_, dyn AnyProbe<S, D> + '_> {
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.reach(aabb)
    }
    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}
