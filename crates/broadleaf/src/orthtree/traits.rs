//! The orthtree as an index: forwards the traits to its queries and changes.

use super::tree::Orthtree;
use super::tuning::MAX_CHILDREN;
use crate::executor::Sequential;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{Accelerated, Hit, IndexCore, Pieces, SpatialIndexMut, from_iterator};
use crate::node_tree::{
    bounds_of_count, hits_in_order, measure, visit_hits, visit_touched, visit_views,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::ops::{ControlFlow, RangeInclusive};

impl<S: Scalar, const D: usize> IndexCore<S, D> for Orthtree<S, D> {
    fn box_count(&self) -> usize {
        self.slots.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|slot| self.item(slot).aabb)
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        let slot = self.slots.get(id)?;
        Some(self.entries[slot as usize].category)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.slots.iter();
        ids.map(|(id, slot)| (id, self.item(slot).aabb))
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit_touched(self, region, visit)
    }

    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.nodes.len(), visit)
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        visit_hits::<{ MAX_CHILDREN as usize }, _, _, D>(self, probe, limit, visit)
    }

    fn check(&self) -> Result<(), Violation> {
        self.check()
    }

    fn measure(&self) -> Stats {
        measure(self, self.slots.len(), self.bytes())
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        visit_views(self, visit);
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<S: Scalar, const D: usize> Sealed for &Orthtree<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a Orthtree<S, D> {
    type Core = Orthtree<S, D>;

    fn core(&self) -> &Orthtree<S, D> {
        self
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        hits_in_order(self, probe)
    }

    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        Some(bounds_of_count(self, window, max_nodes))
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let pieces = || Box::new(self.pieces_of_pairs()) as _;
        matrix.is_none().then(pieces)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with(boxes, visit);
        true
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for Orthtree<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.put(id, aabb)
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.take(id)
    }

    fn clear(&mut self) {
        self.clear_boxes();
    }

    fn reserve(&mut self, additional: usize) {
        self.reserve_boxes(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.put_category(id, category)
    }

    fn optimize(&mut self) {
        self.rebuild_if_changed(Sequential);
    }
}

impl<S: Scalar, const D: usize> Default for Orthtree<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for Orthtree<S, D> {
    /// Inserts or moves the boxes one by one, or by a rebuild, as
    /// [`rebuild_threshold`](super::Config::rebuild_threshold) and
    /// [`build_threshold`](super::Config::build_threshold) decide.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.update_many(boxes);
    }
}

from_iterator!(Orthtree);
