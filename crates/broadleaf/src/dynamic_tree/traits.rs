//! The tree as an index.

use super::build::scratch::Leaf;
use super::layout::NodeIndex;
use super::tree::DynamicTree;

use crate::executor::Sequential;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{
    Accelerated, Hit, IndexCore, Joined, Pieces, PiecesBy, SpatialIndex, SpatialIndexMut, downcast,
    from_iterator, hits_in_rounds,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::any::Any;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> IndexCore<S, D> for DynamicTree<S, D> {
    fn box_count(&self) -> usize {
        self.leaves.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.box_of(id)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.leaves
            .iter()
            .map(|(id, leaf)| (id, self.node(NodeIndex(leaf)).aabb))
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        self.leaf(id).map(|leaf| self.category_of(leaf))
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched(region, visit)
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
        self.visit_reached(probe, limit, visit)
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

impl<S: Scalar, const D: usize> Sealed for &DynamicTree<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a DynamicTree<S, D> {
    type Core = DynamicTree<S, D>;

    fn core(&self) -> &DynamicTree<S, D> {
        self
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.walk(region)
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self, other);
        let both = Joined { left, right };
        let Some(tree) = downcast(other) else {
            return both.search(both.allowed(matrix, visit));
        };
        let masks = matrix.map(CategoryMatrix::masks);
        self.visit_pairs_below_both(tree, self.roots_with(tree), masks.as_ref(), visit)
    }

    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs(Some(&matrix.masks()), visit)
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        hits_in_rounds(self, probe)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        let boxes: DynamicTree<S, D> = (0..).map(Id).zip(boxes.iter().copied()).collect();
        boxes.for_each_cross_pair(self, |Id(index), id| visit(index, id));
        true
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let masks = matrix.map(CategoryMatrix::masks);
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            self.for_each_pair_of_piece_at(piece, masks.as_ref(), visit);
        };
        Some(Box::new(PiecesBy(self.pieces(), visit_piece)))
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let other = downcast(other)?;
        let masks = matrix.map(CategoryMatrix::masks);
        let nodes = self.nodes_that_overlap(other);
        let count = nodes.len();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            self.for_each_pair_below(other, nodes[piece], masks.as_ref(), visit);
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }

    fn as_any(self) -> Option<&'a dyn Any> {
        Some(self)
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for DynamicTree<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.insert_or_move(id, aabb, None)
    }

    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>> {
        self.insert_or_move(id, aabb, Some(category))
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.remove_box(id)
    }

    fn clear(&mut self) {
        self.remove_all();
    }

    fn reserve(&mut self, additional: usize) {
        self.reserve_boxes(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.set_category_of_box(id, category)
    }

    fn optimize(&mut self) {
        self.rebuild_stale();
    }

    fn optimize_some(&mut self, boxes: usize) {
        self.rebuild_some(boxes);
    }
}

from_iterator!(DynamicTree);

impl<S: Scalar, const D: usize> Default for DynamicTree<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for DynamicTree<S, D> {
    /// Inserts or moves many boxes; the last of several boxes with one id counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.insert_all(Sequential, |leaves| {
            let boxes = boxes.into_iter();
            leaves.extend(boxes.map(|(id, aabb)| Leaf::new(id, aabb)));
        });
    }
}
