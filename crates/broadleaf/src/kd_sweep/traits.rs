//! KdSweep as an index: every question and change under its name in the traits.

use alloc::boxed::Box;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

use super::sweep::KdSweep;
use crate::collect::collect;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{
    CountedNodes, Hit, Pieces, PiecesBy, SpatialIndex, SpatialIndexMut, downcast, from_iterator,
};
use crate::kd_tree::Item;
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for KdSweep<S, D> {
    fn len(&self) -> usize {
        self.indices.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.aabb(id)
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.item(id).map(|item| item.category)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.indices.iter();
        ids.map(|(id, index)| (id, self.items[index as usize].aabb))
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

    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_of(ids, visit)
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

    fn bounds_of_count_in(
        &self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        // Nodes still count boxes that have left the tree.
        (self.stale == 0).then(|| self.bounds_of_count(window, max_nodes))
    }

    fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
        Some(Box::new(PiecesBy(
            self.pieces(),
            |piece, visit: &mut dyn FnMut(Id, Id)| {
                self.for_each_pair_of_piece_at(piece, visit);
            },
        )))
    }

    fn join_pieces<'a>(
        &'a self,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        Some(Box::new(self.pieces_with(downcast(other)?)))
    }

    fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with_boxes(boxes, visit);
        true
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for KdSweep<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        let old = self.put(id, aabb);
        self.rebuild_if_due(Sequential);
        old
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let old = self.take(id);
        self.rebuild_if_due(Sequential);
        old
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
        self.build_if_untidy(Sequential);
    }
}

impl<S: Scalar, const D: usize> Default for KdSweep<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for KdSweep<S, D> {
    /// Inserts or moves many boxes, and builds the tree unless they fit into the list of pending
    /// ones. Of several boxes with the same id the last one counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.put_all(Sequential, |items| collect(boxes, items, Item::new));
    }
}

from_iterator!(KdSweep);
