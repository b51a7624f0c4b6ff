//! Every question and change goes to the structure inside. All that a structure may override is
//! forwarded, so that its fast paths stay in use.

use alloc::boxed::Box;
use core::any::Any;
use core::ops::ControlFlow;

use super::choice::AnyStructure;
use super::one_of::OneOf;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{CategoryMatrix, Hit, Pieces, SpatialIndex, SpatialIndexMut, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;

/// Evaluates an expression on the structure inside.
macro_rules! inside {
    ($choice:expr, $inner:ident => $value:expr) => {
        match $choice {
            AnyStructure::BruteForce($inner) => $value,
            AnyStructure::DynamicTree($inner) => $value,
            AnyStructure::Orthtree($inner) => $value,
            AnyStructure::KdSweep($inner) => $value,
            AnyStructure::PencilSweep($inner) => $value,
            AnyStructure::SettledTree($inner) => $value,
        }
    };
}

/// As `inside!`, for an iterator, whose type depends on the structure.
macro_rules! items_inside {
    ($choice:expr, $inner:ident => $items:expr) => {
        match $choice {
            AnyStructure::BruteForce($inner) => OneOf::BruteForce($items),
            AnyStructure::DynamicTree($inner) => OneOf::DynamicTree($items),
            AnyStructure::Orthtree($inner) => OneOf::Orthtree($items),
            AnyStructure::KdSweep($inner) => OneOf::KdSweep($items),
            AnyStructure::PencilSweep($inner) => OneOf::PencilSweep($items),
            AnyStructure::SettledTree($inner) => OneOf::SettledTree($items),
        }
    };
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for AnyStructure<S, D> {
    fn len(&self) -> usize {
        inside!(self, inner => inner.len())
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        inside!(self, inner => inner.get(id))
    }

    fn category(&self, id: Id) -> Option<u32> {
        inside!(self, inner => inner.category(id))
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        items_inside!(self, inner => inner.iter())
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_overlap(region, visit))
    }

    fn overlap_iter<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        items_inside!(self, inner => inner.overlap_iter(region))
    }

    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_pair(visit))
    }

    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_pair_of(ids, visit))
    }

    fn try_for_each_cross_pair<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_cross_pair(other, visit))
    }

    fn try_for_each_filtered_pair<B>(
        &self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_filtered_pair(matrix, visit))
    }

    fn try_for_each_filtered_cross_pair<B>(
        &self,
        matrix: &CategoryMatrix,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_filtered_cross_pair(matrix, other, visit))
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.try_for_each_hit(probe, limit, visit))
    }

    fn hit_iter<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        items_inside!(self, inner => inner.hit_iter(probe))
    }

    fn validate(&self) -> Result<(), Violation> {
        inside!(self, inner => inner.validate())
    }

    fn stats(&self) -> Stats {
        inside!(self, inner => inner.stats())
    }

    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        inside!(self, inner => inner.for_each_node(visit));
    }

    fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        inside!(self, inner => inner.join_boxes(boxes, visit))
    }

    fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
        inside!(self, inner => inner.pair_pieces())
    }

    fn join_pieces<'a>(
        &'a self,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        inside!(self, inner => inner.join_pieces(other))
    }

    fn filtered_pair_pieces<'a>(&'a self, matrix: &CategoryMatrix) -> Option<Box<dyn Pieces + 'a>> {
        inside!(self, inner => inner.filtered_pair_pieces(matrix))
    }

    fn filtered_join_pieces<'a>(
        &'a self,
        matrix: &CategoryMatrix,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        inside!(self, inner => inner.filtered_join_pieces(matrix, other))
    }

    /// The structure inside: a join of two structures of one kind takes the faster path of that
    /// kind, whether both, one or neither of them was chosen at run time.
    fn as_any(&self) -> Option<&dyn Any> {
        inside!(self, inner => inner.as_any())
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for AnyStructure<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        inside!(self, inner => inner.insert(id, aabb))
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        inside!(self, inner => inner.remove(id))
    }

    fn clear(&mut self) {
        inside!(self, inner => inner.clear());
    }

    fn reserve(&mut self, additional: usize) {
        inside!(self, inner => inner.reserve(additional));
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        inside!(self, inner => inner.set_category(id, category))
    }

    fn optimize(&mut self) {
        inside!(self, inner => inner.optimize());
    }

    fn optimize_some(&mut self, boxes: usize) {
        inside!(self, inner => inner.optimize_some(boxes));
    }

    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>> {
        inside!(self, inner => inner.insert_with_category(id, aabb, category))
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for AnyStructure<S, D> {
    /// Inserts or moves many boxes; the last of several boxes with one id counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        inside!(self, inner => inner.extend(boxes));
    }
}

from_iterator!(AnyStructure);
