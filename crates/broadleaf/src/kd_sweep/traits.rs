//! `KdSweep` as an index: forwards the traits to its queries and changes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::{ControlFlow, RangeInclusive};

use super::median_build::SweptBox;
use super::sweep::KdSweep;
use super::tuning::MAX_CHILDREN;
use crate::executor::Sequential;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{Accelerated, Hit, IndexCore, Joined, Pieces, SpatialIndexMut, from_iterator};
use crate::node_tree::{
    bounds_of_count, hits_in_order, measure, visit_hits, visit_touched, visit_views,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use crate::visit::never_breaks;

impl<S: Scalar, const D: usize> IndexCore<S, D> for KdSweep<S, D> {
    fn box_count(&self) -> usize {
        self.indices.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.item(id).map(|item| item.aabb)
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
        visit_touched(self, region, visit)
    }

    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.pair_sources(), visit)
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        visit_hits::<MAX_CHILDREN, _, _, D>(self, probe, limit, visit)
    }

    fn check(&self) -> Result<(), Violation> {
        self.check()
    }

    fn measure(&self) -> Stats {
        measure(self, self.indices.len(), self.bytes())
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        visit_views(self, visit);
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

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self, other);
        let mut visit = Joined { left, right }.allowed(matrix, visit);
        let queries: Vec<_> = other.boxes().map(|(Id(key), aabb)| (aabb, key)).collect();
        self.visit_pairs_with(&queries, |key, id| visit(id, Id(key)))
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
        // The counts of nodes include boxes that have left the tree.
        (self.stale == 0).then(|| bounds_of_count(self, window, max_nodes))
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let pieces = || Box::new(self.pieces_of_pairs()) as _;
        matrix.is_none().then(pieces)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        let queries: Vec<_> = boxes.iter().copied().zip(0..).collect();
        let ControlFlow::Continue(()) = self.visit_pairs_with(&queries, never_breaks(visit));
        true
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
    /// boxes. The last of several boxes with one id counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.put_all(Sequential, |items| {
            let boxes = boxes.into_iter();
            items.extend(boxes.map(|(id, aabb)| SweptBox::new(id, aabb)));
        });
    }
}

from_iterator!(KdSweep);
