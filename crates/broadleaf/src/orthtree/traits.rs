//! Orthtree as an index: every question and change under its name in the traits.

use super::tree::Orthtree;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{
    CountedNodes, Hit, Pieces, PiecesBy, SpatialIndex, SpatialIndexMut, from_iterator,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::ops::{ControlFlow, RangeInclusive};

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for Orthtree<S, D> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|slot| self.item(slot).aabb)
    }

    fn category(&self, id: Id) -> Option<u32> {
        let slot = self.slots.get(id)?;
        Some(self.entries[slot as usize].category)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.slots.iter();
        ids.map(|(id, slot)| (id, self.item(slot).aabb))
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched(region, visit)
    }

    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(visit)
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.visit_hits(probe, limit, visit)
    }

    fn hit_iter<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.hits_in_order(probe)
    }

    fn validate(&self) -> Result<(), Violation> {
        self.check()
    }

    fn stats(&self) -> Stats {
        self.measure()
    }

    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.visit_nodes(visit);
    }

    fn bounds_of_count_in(
        &self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        Some(self.bounds_of_count(window, max_nodes))
    }

    fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
        Some(Box::new(PiecesBy(
            self.pieces(),
            |piece, visit: &mut dyn FnMut(Id, Id)| {
                self.for_each_pair_of_piece_at(piece, visit);
            },
        )))
    }

    fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with_boxes(boxes, visit);
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
        if self.changes > 0 {
            self.rebuild();
        }
    }
}

impl<S: Scalar, const D: usize> Default for Orthtree<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for Orthtree<S, D> {
    /// [`update_many`](Orthtree::update_many).
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.update_many(boxes);
    }
}

from_iterator!(Orthtree);
