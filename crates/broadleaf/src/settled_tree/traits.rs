//! The tree as an index.

use super::tree::SettledTree;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{Hit, Pieces, SpatialIndex, SpatialIndexMut, downcast, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::any::Any;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for SettledTree<S, D> {
    fn len(&self) -> usize {
        self.rested.len() + self.recent.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        if self.rested.contains(id) {
            self.packed.get(id)
        } else {
            self.recent.get(id)
        }
    }

    fn category(&self, id: Id) -> Option<u32> {
        if self.rested.contains(id) {
            self.packed.category(id)
        } else {
            self.recent.category(id)
        }
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.boxes()
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_overlaps(region, visit)
    }

    fn overlap_iter<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let rested = self.packed.overlap_iter(region);
        let rested = rested.filter(|&id| self.rested.contains(id));
        rested.chain(self.recent.overlap_iter(region))
    }

    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(visit)
    }

    fn try_for_each_cross_pair<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_with(other, visit)
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

    fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
        self.pieces()
    }

    fn join_pieces<'a>(
        &'a self,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        self.pieces_with(downcast(other)?)
    }

    fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with_boxes(boxes, visit);
        true
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for SettledTree<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.insert_or_move(id, aabb)
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.remove_box(id)
    }

    fn clear(&mut self) {
        self.remove_all();
    }

    /// Reserves memory for the boxes that are not packed yet: packing takes memory of its own.
    fn reserve(&mut self, additional: usize) {
        let limit = Self::changed_limit(self.len().saturating_add(additional));
        self.recent.reserve(additional.min(limit));
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.set_category_of_box(id, category)
    }

    /// Packs all boxes, unless fewer than one in 64 changed since the last time. Costs O(n log n)
    /// then.
    fn optimize(&mut self) {
        self.settle();
    }

    fn optimize_some(&mut self, boxes: usize) {
        self.recent.optimize_some(boxes);
    }
}

from_iterator!(SettledTree);

impl<S: Scalar, const D: usize> Default for SettledTree<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for SettledTree<S, D> {
    /// Inserts or moves many boxes; the last of several boxes with one id counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.insert_all(boxes.into_iter().collect());
    }
}
