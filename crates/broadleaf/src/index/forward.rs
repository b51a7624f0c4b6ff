//! Indexes that pass every query on to another index.

use super::index_core::IndexCore;
use crate::geometry::Scalar;

/// The body of `impl IndexCore` for a type that holds or borrows another index with the same ids
/// and boxes. Its accelerated paths are those of the index inside.
macro_rules! forward_index_core {
    ($self:ident => $inner:expr) => {
        fn box_count(&$self) -> usize {
            $inner.box_count()
        }
        fn box_of(&$self, id: $crate::store::Id) -> Option<$crate::geometry::Aabb<S, D>> {
            $crate::index::IndexCore::box_of(&$inner, id)
        }
        fn boxes(
            &$self,
        ) -> impl Iterator<Item = ($crate::store::Id, $crate::geometry::Aabb<S, D>)> {
            $inner.boxes()
        }
        fn search<B>(
            &$self,
            region: &(impl $crate::geometry::Region<S, D> + ?Sized),
            visit: impl FnMut($crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.search(region, visit)
        }
        fn search_hits<B>(
            &$self,
            probe: &(impl $crate::geometry::Probe<S, D> + ?Sized),
            limit: S::Real,
            visit: impl FnMut($crate::index::Hit<S::Real>) -> core::ops::ControlFlow<B, S::Real>,
        ) -> core::ops::ControlFlow<B> {
            $inner.search_hits(probe, limit, visit)
        }
        fn search_pairs<B>(
            &$self,
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.search_pairs(visit)
        }
        fn category_of(&$self, id: $crate::store::Id) -> Option<u32> {
            $crate::index::IndexCore::category_of(&$inner, id)
        }
        fn check(&$self) -> Result<(), $crate::report::Violation> {
            $crate::index::IndexCore::check(&$inner)
        }
        fn measure(&$self) -> $crate::report::Stats {
            $crate::index::IndexCore::measure(&$inner)
        }
        fn visit_nodes(&$self, visit: impl FnMut($crate::report::NodeView<S, D>)) {
            $crate::index::IndexCore::visit_nodes(&$inner, visit);
        }
        fn accelerated(&$self) -> impl $crate::index::Accelerated<'_, S, D> {
            $inner.accelerated()
        }
    };
}
pub(crate) use forward_index_core;

impl<I: IndexCore<S, D> + ?Sized, S: Scalar, const D: usize> IndexCore<S, D> for &I {
    forward_index_core!(self => (**self));
}
