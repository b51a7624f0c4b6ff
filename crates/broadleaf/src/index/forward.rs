//! Indexes that pass every question on to another index.

use super::spatial_index::SpatialIndex;
use crate::geometry::Scalar;

/// The body of `impl SpatialIndex` for a type that holds or borrows another index: what a structure
/// may override is forwarded, so that its fast paths stay in use.
macro_rules! forward_spatial_index {
    ($self:ident => $inner:expr) => {
        fn len(&$self) -> usize {
            $inner.len()
        }
        fn get(&$self, id: $crate::store::Id) -> Option<$crate::geometry::Aabb<S, D>> {
            $inner.get(id)
        }
        fn category(&$self, id: $crate::store::Id) -> Option<u32> {
            $inner.category(id)
        }
        fn iter(
            &$self,
        ) -> impl Iterator<Item = ($crate::store::Id, $crate::geometry::Aabb<S, D>)> {
            $inner.iter()
        }
        fn try_for_each_overlap<B>(
            &$self,
            region: &(impl $crate::geometry::Region<S, D> + ?Sized),
            visit: impl FnMut($crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_overlap(region, visit)
        }
        fn append_overlaps(
            &$self,
            region: &(impl $crate::geometry::Region<S, D> + ?Sized),
            ids: &mut alloc::vec::Vec<$crate::store::Id>,
        ) {
            $inner.append_overlaps(region, ids);
        }
        fn overlap_iter<'q>(
            &'q $self,
            region: &'q (impl $crate::geometry::Region<S, D> + ?Sized),
        ) -> impl Iterator<Item = $crate::store::Id> + 'q {
            $inner.overlap_iter(region)
        }
        fn try_for_each_pair<B>(
            &$self,
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_pair(visit)
        }
        fn try_for_each_pair_of<B>(
            &$self,
            ids: &[$crate::store::Id],
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_pair_of(ids, visit)
        }
        fn try_for_each_cross_pair<B>(
            &$self,
            other: &impl $crate::index::SpatialIndex<S, D>,
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_cross_pair(other, visit)
        }
        fn try_for_each_filtered_pair<B>(
            &$self,
            matrix: &$crate::index::CategoryMatrix,
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_filtered_pair(matrix, visit)
        }
        fn try_for_each_filtered_cross_pair<B>(
            &$self,
            matrix: &$crate::index::CategoryMatrix,
            other: &impl $crate::index::SpatialIndex<S, D>,
            visit: impl FnMut($crate::store::Id, $crate::store::Id) -> core::ops::ControlFlow<B>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_filtered_cross_pair(matrix, other, visit)
        }
        fn try_for_each_hit<B>(
            &$self,
            probe: &(impl $crate::geometry::Probe<S, D> + ?Sized),
            limit: S::Real,
            visit: impl FnMut($crate::index::Hit<S::Real>) -> core::ops::ControlFlow<B, S::Real>,
        ) -> core::ops::ControlFlow<B> {
            $inner.try_for_each_hit(probe, limit, visit)
        }
        fn hit_iter<'q>(
            &'q $self,
            probe: &'q (impl $crate::geometry::Probe<S, D> + ?Sized),
        ) -> impl Iterator<Item = $crate::index::Hit<S::Real>> + 'q {
            $inner.hit_iter(probe)
        }
        fn validate(&$self) -> Result<(), $crate::report::Violation> {
            $inner.validate()
        }
        fn stats(&$self) -> $crate::report::Stats {
            $inner.stats()
        }
        fn for_each_node(&$self, visit: impl FnMut($crate::report::NodeView<S, D>)) {
            $inner.for_each_node(visit);
        }
        fn join_boxes(
            &$self,
            boxes: &[$crate::geometry::Aabb<S, D>],
            visit: impl FnMut(u32, $crate::store::Id),
        ) -> bool {
            $inner.join_boxes(boxes, visit)
        }
        fn pair_pieces(
            &$self,
        ) -> Option<alloc::boxed::Box<dyn $crate::index::Pieces + '_>> {
            $inner.pair_pieces()
        }
        fn join_pieces<'q>(
            &'q $self,
            other: &'q impl $crate::index::SpatialIndex<S, D>,
        ) -> Option<alloc::boxed::Box<dyn $crate::index::Pieces + 'q>> {
            $inner.join_pieces(other)
        }
        fn filtered_pair_pieces<'q>(
            &'q $self,
            matrix: &$crate::index::CategoryMatrix,
        ) -> Option<alloc::boxed::Box<dyn $crate::index::Pieces + 'q>> {
            $inner.filtered_pair_pieces(matrix)
        }
        fn filtered_join_pieces<'q>(
            &'q $self,
            matrix: &$crate::index::CategoryMatrix,
            other: &'q impl $crate::index::SpatialIndex<S, D>,
        ) -> Option<alloc::boxed::Box<dyn $crate::index::Pieces + 'q>> {
            $inner.filtered_join_pieces(matrix, other)
        }
        fn bounds_of_count_in(
            &$self,
            window: &$crate::geometry::Aabb<S, D>,
            max_nodes: usize,
        ) -> Option<core::ops::RangeInclusive<usize>> {
            $inner.bounds_of_count_in(window, max_nodes)
        }
        fn as_any(&$self) -> Option<&dyn core::any::Any> {
            $inner.as_any()
        }
    };
}
pub(crate) use forward_spatial_index;

impl<S: Scalar, const D: usize, I: SpatialIndex<S, D>> SpatialIndex<S, D> for &I {
    forward_spatial_index!(self => (**self));
}
