//! The tree as an index.

use super::layout::NodeIndex;
use super::scratch::Leaf;
use super::tree::DynamicTree;
use super::wanted::{All, Meeting};
use crate::collect::collect;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{
    CategoryMatrix, Hit, Joined, Pieces, PiecesBy, SpatialIndex, SpatialIndexMut, downcast,
    from_iterator,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::any::Any;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for DynamicTree<S, D> {
    fn len(&self) -> usize {
        self.leaves.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.box_of(id)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.leaves
            .iter()
            .map(|(id, leaf)| (id, self.node(NodeIndex(leaf)).aabb))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.leaf(id).map(|leaf| self.category_of(leaf))
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched(region, visit)
    }

    fn overlap_iter<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.walk(region)
    }

    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(All, visit)
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
        match downcast(other) {
            Some(tree) => self.visit_pairs_with(tree, All, visit),
            None => {
                let (left, right) = (self, other);
                Joined { left, right }.try_for_each_pair(visit)
            }
        }
    }

    fn try_for_each_filtered_pair<B>(
        &self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let wanted = Meeting {
            trees: [self, self],
            masks: &matrix.masks(),
        };
        self.visit_pairs(wanted, visit)
    }

    fn try_for_each_filtered_cross_pair<B>(
        &self,
        matrix: &CategoryMatrix,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(tree) = downcast(other) else {
            let (left, right) = (self, other);
            return Joined { left, right }.try_for_each_allowed_pair(matrix, visit);
        };
        let wanted = Meeting {
            trees: [self, tree],
            masks: &matrix.masks(),
        };
        self.visit_pairs_with(tree, wanted, visit)
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.visit_reached(probe, limit, visit)
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

    fn join_boxes(&self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        let boxes: Self = (0..).map(Id).zip(boxes.iter().copied()).collect();
        boxes.for_each_cross_pair(self, |Id(index), id| visit(index, id));
        true
    }

    fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
        Some(Box::new(PiecesBy(
            self.pieces(),
            |piece, visit: &mut dyn FnMut(Id, Id)| {
                self.for_each_pair_of_piece_at(piece, All, visit);
            },
        )))
    }

    fn join_pieces<'a>(
        &'a self,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let other = downcast(other)?;
        let nodes = self.nodes_that_overlap(other);
        let count = nodes.len();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            self.for_each_pair_below(other, nodes[piece], All, visit);
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }

    fn filtered_pair_pieces<'a>(&'a self, matrix: &CategoryMatrix) -> Option<Box<dyn Pieces + 'a>> {
        let masks = matrix.masks();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            let (trees, masks) = ([self, self], &masks);
            self.for_each_pair_of_piece_at(piece, Meeting { trees, masks }, visit);
        };
        Some(Box::new(PiecesBy(self.pieces(), visit_piece)))
    }

    fn filtered_join_pieces<'a>(
        &'a self,
        matrix: &CategoryMatrix,
        other: &'a impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let other = downcast(other)?;
        let (masks, nodes) = (matrix.masks(), self.nodes_that_overlap(other));
        let count = nodes.len();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            let (trees, masks) = ([self, other], &masks);
            self.for_each_pair_below(other, nodes[piece], Meeting { trees, masks }, visit);
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }

    fn as_any(&self) -> Option<&dyn Any> {
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
        self.insert_all(Sequential, |leaves| collect(boxes, leaves, Leaf::new));
    }
}
