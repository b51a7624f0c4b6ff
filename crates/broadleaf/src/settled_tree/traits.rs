//! The tree as an index.

use super::tree::SettledTree;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{
    Accelerated, Hit, IndexCore, Pieces, SpatialIndex, SpatialIndexMut, downcast, from_iterator,
    hits_in_rounds,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

impl<S: Scalar, const D: usize> IndexCore<S, D> for SettledTree<S, D> {
    fn box_count(&self) -> usize {
        self.rested.len() + self.recent.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        if self.rested.contains(id) {
            self.packed.get(id)
        } else {
            self.recent.get(id)
        }
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        if self.rested.contains(id) {
            self.packed.category(id)
        } else {
            self.recent.category(id)
        }
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.boxes()
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_overlaps(region, visit)
    }

    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(None, visit)
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

impl<S: Scalar, const D: usize> Sealed for &SettledTree<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a SettledTree<S, D> {
    type Core = SettledTree<S, D>;

    fn core(&self) -> &SettledTree<S, D> {
        self
    }

    fn union(self) -> Option<Aabb<S, D>> {
        if self.rested.len() < self.packed.len() {
            return Aabb::enclosing(self.boxes().map(|(_, aabb)| aabb));
        }
        Aabb::enclosing(self.packed.bounds().into_iter().chain(self.recent.bounds()))
    }

    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.append_both(region, ids);
    }

    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        if self.rested.len() < self.packed.len() {
            return *self.estimate_touched(region, usize::MAX).start();
        }
        self.packed.count_overlaps(region) + self.recent.count_overlaps(region)
    }

    /// Only if all boxes are packed and current: other nodes do not store valid numbers of boxes.
    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        let is_packed = self.recent.is_empty() && self.rested.len() == self.packed.len();
        let packed = is_packed.then_some(self.packed.accelerated())?;
        packed.bounds_of_count(window, max_nodes)
    }

    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs(Some(matrix), visit)
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let rested = self.packed.overlap_iter(region);
        let rested = rested.filter(|&id| self.counts(id));
        rested.chain(self.recent.overlap_iter(region))
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_with(matrix, other, visit)
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        hits_in_rounds(self, probe)
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        self.pieces(matrix)
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        self.pieces_with(matrix, downcast(other)?)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.visit_pairs_with_boxes(boxes, visit);
        true
    }

    fn as_any(self) -> Option<&'a dyn Any> {
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

    /// Reserves memory for boxes that are not yet packed; packing allocates separately.
    fn reserve(&mut self, additional: usize) {
        let limit = Self::changed_limit(self.len().saturating_add(additional));
        self.recent.reserve(additional.min(limit));
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.set_category_of_box(id, category)
    }

    /// Packs all boxes in O(n log n), unless at most one in 64 has changed; then it only optimizes
    /// the dynamic tree.
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
