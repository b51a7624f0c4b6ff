//! The packed tree as an index.

use super::meet::AllMeet;
use super::tree::PackedTree;
use super::view::PackedTreeView;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{CategoryMatrix, CountedNodes, Hit, Pieces, PiecesBy, SpatialIndex, downcast};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

/// The tree and its view answer alike.
macro_rules! packed_index {
    ([$($lifetime:lifetime)?] $Index:ty, $as_any:expr) => {
        impl<$($lifetime,)? S: Scalar, const D: usize> SpatialIndex<S, D> for $Index {
            fn len(&self) -> usize {
                self.len as usize
            }

            fn get(&self, id: Id) -> Option<Aabb<S, D>> {
                let view = self.view();
                view.box_at(view.position(id)?)
            }

            fn category(&self, id: Id) -> Option<u32> {
                let view = self.view();
                view.position(id).map(|position| view.category_at(position))
            }

            fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
                self.view().boxes()
            }

            fn try_for_each_overlap<B>(
                &self,
                region: &(impl Region<S, D> + ?Sized),
                visit: impl FnMut(Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_overlaps(region, visit)
            }

            fn try_for_each_pair<B>(
                &self,
                visit: impl FnMut(Id, Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_pairs(AllMeet, visit)
            }

            fn try_for_each_cross_pair<B>(
                &self,
                other: &impl SpatialIndex<S, D>,
                visit: impl FnMut(Id, Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_pairs_with(other, visit)
            }

            fn try_for_each_filtered_pair<B>(
                &self,
                matrix: &CategoryMatrix,
                visit: impl FnMut(Id, Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_pairs(&matrix.masks(), visit)
            }

            fn try_for_each_filtered_cross_pair<B>(
                &self,
                matrix: &CategoryMatrix,
                other: &impl SpatialIndex<S, D>,
                visit: impl FnMut(Id, Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_filtered_pairs_with(matrix, other, visit)
            }

            fn try_for_each_hit<B>(
                &self,
                probe: &(impl Probe<S, D> + ?Sized),
                limit: S::Real,
                visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
            ) -> ControlFlow<B> {
                self.view().visit_hits(probe, limit, visit)
            }

            fn append_overlaps(
                &self,
                region: &(impl Region<S, D> + ?Sized),
                ids: &mut Vec<Id>,
            ) {
                self.view().append_overlaps(region, ids);
            }

            fn count_overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> usize {
                self.view().count_touched(region)
            }

            fn overlap_iter<'q>(
                &'q self,
                region: &'q (impl Region<S, D> + ?Sized),
            ) -> impl Iterator<Item = Id> + 'q {
                self.view().touched_one_by_one(region)
            }

            fn hit_iter<'q>(
                &'q self,
                probe: &'q (impl Probe<S, D> + ?Sized),
            ) -> impl Iterator<Item = Hit<S::Real>> + 'q {
                self.view().hits_in_order(probe)
            }

            fn bounds_of_count_in(
                &self,
                window: &Aabb<S, D>,
                max_nodes: usize,
            ) -> Option<RangeInclusive<usize>> {
                Some(self.view().bounds_of_count(window, max_nodes))
            }

            fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
                self.view().visit_pairs_with_boxes(boxes, visit);
                true
            }

            fn pair_pieces(&self) -> Option<Box<dyn Pieces + '_>> {
                let view = self.view();
                let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
                    view.for_each_pair_of_piece_at(piece, AllMeet, visit);
                };
                Some(Box::new(PiecesBy(view.pieces(), visit_piece)))
            }

            fn join_pieces<'q>(
                &'q self,
                other: &'q impl SpatialIndex<S, D>,
            ) -> Option<Box<dyn Pieces + 'q>> {
                let (view, other) = (self.view(), downcast::<PackedTree<_, _>, _, _>(other)?.view());
                let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
                    view.for_each_pair_with_piece_of(&other, piece, AllMeet, visit);
                };
                Some(Box::new(PiecesBy(other.pieces(), visit_piece)))
            }

            fn filtered_pair_pieces<'q>(
                &'q self,
                matrix: &CategoryMatrix,
            ) -> Option<Box<dyn Pieces + 'q>> {
                let (view, masks) = (self.view(), matrix.masks());
                let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
                    view.for_each_pair_of_piece_at(piece, &masks, visit);
                };
                Some(Box::new(PiecesBy(view.pieces(), visit_piece)))
            }

            fn filtered_join_pieces<'q>(
                &'q self,
                matrix: &CategoryMatrix,
                other: &'q impl SpatialIndex<S, D>,
            ) -> Option<Box<dyn Pieces + 'q>> {
                let (view, other) = (self.view(), downcast::<PackedTree<_, _>, _, _>(other)?.view());
                let masks = matrix.masks();
                let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
                    view.for_each_pair_with_piece_of(&other, piece, &masks, visit);
                };
                Some(Box::new(PiecesBy(other.pieces(), visit_piece)))
            }

            fn validate(&self) -> Result<(), Violation> {
                self.view().check()
            }

            fn stats(&self) -> Stats {
                self.view().measure()
            }

            fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
                self.view().visit_nodes(visit);
            }

            fn as_any(&self) -> Option<&dyn Any> {
                let as_any: fn(&Self) -> Option<&dyn Any> = $as_any;
                as_any(self)
            }
        }
    };
}

packed_index!([] PackedTree<S, D>, |tree| Some(tree));
// A view borrows, so its type cannot be told at run time.
packed_index!(['a] PackedTreeView<'a, S, D>, |_| None);
