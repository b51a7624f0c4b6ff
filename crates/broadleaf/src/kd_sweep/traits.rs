//! KdSweep as an index: every question and change under its name in the traits.

use alloc::boxed::Box;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

use super::sweep::KdSweep;
use crate::executor::Sequential;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{
    Accelerated, CountedNodes, Hit, IndexCore, Joined, Pieces, PiecesBy, SpatialIndexMut, downcast,
    from_iterator,
};
use crate::kd_tree::Item;
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;

impl<S: Scalar, const D: usize> IndexCore<S, D> for KdSweep<S, D> {
    fn box_count(&self) -> usize {
        self.indices.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.aabb(id)
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        self.item(id).map(|item| item.category)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.indices.iter();
        ids.map(|(id, index)| (id, self.items[index as usize].aabb))
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched(region, visit)
    }

    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(visit)
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.visit_hits(probe, limit, visit)
    }

    fn check(&self) -> Result<(), Violation> {
        self.check()
    }

    fn measure(&self) -> Stats {
        self.measure()
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.visit_nodes(visit);
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<S: Scalar, const D: usize> Sealed for &KdSweep<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a KdSweep<S, D> {
    type Core = KdSweep<S, D>;

    fn core(&self) -> &KdSweep<S, D> {
        self
    }

    fn search_pairs_of<B>(
        self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_of(ids, visit)
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self, other);
        self.visit_pairs_with(other, Joined { left, right }.allowed(matrix, visit))
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.hits_in_order(probe)
    }

    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        // Nodes still count boxes that have left the tree.
        (self.stale == 0).then(|| CountedNodes::bounds_of_count(self, window, max_nodes))
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let visit_piece = |piece, visit: &mut dyn FnMut(Id, Id)| {
            self.for_each_pair_of_piece_at(piece, visit);
        };
        matrix
            .is_none()
            .then(|| Box::new(PiecesBy(self.pieces(), visit_piece)) as _)
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let other = downcast(other).filter(|_| matrix.is_none())?;
        Some(Box::new(self.pieces_with(other)))
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with_boxes(boxes, visit);
        true
    }

    fn as_any(self) -> Option<&'a dyn Any> {
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
        self.put_all(Sequential, |items| {
            let boxes = boxes.into_iter();
            items.extend(boxes.map(|(id, aabb)| Item::new(id, aabb)));
        });
    }
}

from_iterator!(KdSweep);
