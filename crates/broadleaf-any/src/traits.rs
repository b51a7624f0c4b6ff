//! Forwards every query and change to the specialized methods of the structure inside.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

use broadleaf::filter::CategoryMatrix;
use broadleaf::geometry::{Probe, Region, Scalar};
use broadleaf::index::sealed::Sealed;
use broadleaf::index::{Accelerated, IndexCore, Pieces};
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{Aabb, Hit, Id, SpatialIndexMut};

use super::choice::AnyStructure;
use super::one_of::OneOf;

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

/// Like `inside!`, for an iterator, whose type depends on the structure.
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

impl<S: Scalar, const D: usize> IndexCore<S, D> for AnyStructure<S, D> {
    fn box_count(&self) -> usize {
        inside!(self, inner => IndexCore::box_count(inner))
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        inside!(self, inner => IndexCore::box_of(inner, id))
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        inside!(self, inner => IndexCore::category_of(inner, id))
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        items_inside!(self, inner => IndexCore::boxes(inner))
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.search(region, visit))
    }

    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        inside!(self, inner => inner.search_pairs(visit))
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.search_hits(probe, limit, visit))
    }

    fn check(&self) -> Result<(), Violation> {
        inside!(self, inner => IndexCore::check(inner))
    }

    fn measure(&self) -> Stats {
        inside!(self, inner => IndexCore::measure(inner))
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        inside!(self, inner => IndexCore::visit_nodes(inner, visit));
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<S: Scalar, const D: usize> Sealed for &AnyStructure<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a AnyStructure<S, D> {
    type Core = AnyStructure<S, D>;

    fn core(&self) -> &AnyStructure<S, D> {
        self
    }

    fn union(self) -> Option<Aabb<S, D>> {
        inside!(self, inner => inner.accelerated().union())
    }

    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        inside!(self, inner => inner.accelerated().append_touched(region, ids));
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        items_inside!(self, inner => inner.accelerated().iter_touched(region))
    }

    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        inside!(self, inner => inner.accelerated().count_touched(region))
    }

    fn estimate_touched(
        self,
        region: &(impl Region<S, D> + ?Sized),
        max_nodes: usize,
    ) -> RangeInclusive<usize> {
        inside!(self, inner => inner.accelerated().estimate_touched(region, max_nodes))
    }

    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        inside!(self, inner => inner.accelerated().bounds_of_count(window, max_nodes))
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        items_inside!(self, inner => inner.accelerated().iter_hits(probe))
    }

    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.accelerated().search_filtered_pairs(matrix, visit))
    }

    fn search_pairs_of<B>(
        self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.accelerated().search_pairs_of(ids, visit))
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        inside!(self, inner => inner.accelerated().search_cross_pairs(matrix, other, visit))
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        inside!(self, inner => inner.accelerated().join_boxes(boxes, visit))
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        inside!(self, inner => inner.accelerated().pair_pieces(matrix))
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        inside!(self, inner => inner.accelerated().join_pieces(matrix, other))
    }

    /// The structure inside, so that a join of two structures of one kind uses the method of that
    /// kind, whether both, one or neither was chosen at run time.
    fn as_any(self) -> Option<&'a dyn Any> {
        inside!(self, inner => inner.accelerated().as_any())
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
    /// Inserts or moves many boxes; of several boxes with the same id, the last one counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        inside!(self, inner => inner.extend(boxes));
    }
}

impl<S: Scalar, const D: usize> FromIterator<(Id, Aabb<S, D>)> for AnyStructure<S, D> {
    /// Builds the default structure of these boxes; of several boxes with the same id, the last one
    /// counts.
    fn from_iter<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(boxes: I) -> Self {
        let mut structure = Self::default();
        structure.extend(boxes);
        structure
    }
}
