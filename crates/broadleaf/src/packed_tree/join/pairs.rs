//! Pairs within a tree, and with other indexes.

use super::meet::{AllMeet, Meet};
use super::search::Join;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Scalar};
use crate::index::{IndexCore, Joined, SpatialIndex, downcast};
use crate::packed_tree::build::order::Order;
use crate::packed_tree::tree::PackedTree;
use crate::packed_tree::view::PackedTreeView;
use crate::store::{Id, to_u32};
use crate::visit::{Broken, never_breaks};
use core::ops::{ControlFlow, Range};

/// With more boxes than this for each box of the other index, an index is queried with each of
/// these. With fewer, a packed tree of the other's boxes is built for a join.
const BOXES_PER_QUESTION: usize = 8;
/// The number of leaf nodes that are searched as one piece of work.
const PIECE: u32 = 64;
/// Up to this number of boxes are searched one by one.
const FEW: usize = 8;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    /// Visits every overlapping pair of boxes whose categories form pairs.
    pub(in crate::packed_tree) fn visit_pairs<B>(
        &self,
        masks: impl Meet,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.levels.leaf_nodes(), masks, visit)
    }

    /// The number of pieces of work in which the leaf nodes are searched.
    pub(in crate::packed_tree) fn pieces(&self) -> usize {
        self.levels.leaf_nodes().div_ceil(PIECE) as usize
    }

    /// The leaf nodes of one piece of work.
    fn leaves_of_piece(&self, piece: usize) -> Range<u32> {
        let start = to_u32(piece) * PIECE;
        start..self.levels.leaf_nodes().min(start.saturating_add(PIECE))
    }

    pub(in crate::packed_tree) fn for_each_pair_of_piece_at(
        &self,
        piece: usize,
        masks: impl Meet,
        visit: impl FnMut(Id, Id),
    ) {
        let leaves = self.leaves_of_piece(piece);
        let ControlFlow::Continue(()) = self.visit_pairs_at(leaves, masks, never_breaks(visit));
    }

    pub(in crate::packed_tree) fn for_each_pair_with_piece_of(
        &self,
        other: &Self,
        piece: usize,
        masks: impl Meet,
        visit: impl FnMut(Id, Id),
    ) {
        let leaves = other.leaves_of_piece(piece);
        let ControlFlow::Continue(()) = self.join(other, leaves, masks, never_breaks(visit));
    }

    /// Visits the pairs whose later box is in one of these leaf nodes.
    fn visit_pairs_at<B>(
        &self,
        leaves: Range<u32>,
        masks: impl Meet,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: self,
            is_self_join: true,
            leaves,
            masks,
            visit: &mut |a, b| broken.keep(visit(Id(a.min(b)), Id(a.max(b)))),
        });
        broken.into_flow()
    }

    pub(in crate::packed_tree) fn visit_pairs_with<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some(packed) = downcast::<PackedTree<_, _>, _, _>(other) {
            return match matrix {
                None => self.join_whole(&packed.view(), AllMeet, visit),
                Some(matrix) => self.join_whole(&packed.view(), &matrix.masks(), visit),
            };
        }
        let (left, right) = (self, other);
        let mut visit = Joined { left, right }.allowed(matrix, visit);
        let count = other.box_count();
        if count / BOXES_PER_QUESTION > self.len() {
            self.boxes()
                .try_for_each(|(ours, aabb)| other.search(&aabb, |theirs| visit(ours, theirs)))
        } else if count <= FEW.max(self.len as usize / BOXES_PER_QUESTION) {
            other.boxes().try_for_each(|(theirs, aabb)| {
                self.visit_overlaps(&aabb, |ours| visit(ours, theirs))
            })
        } else {
            let other = PackedTree::from_items(other.boxes(), Order::Curve);
            self.join_whole(&other.view(), AllMeet, visit)
        }
    }

    /// Visits every overlapping pair of a box of this tree and a box of a slice.
    pub(in crate::packed_tree) fn visit_pairs_with_boxes(
        &self,
        boxes: &[Aabb<S, D>],
        mut visit: impl FnMut(u32, Id),
    ) {
        let other = PackedTree::from_items((0..).map(Id).zip(boxes.iter().copied()), Order::Curve);
        let ControlFlow::Continue(()) = self.join_whole(
            &other.view(),
            AllMeet,
            never_breaks(|id, Id(index)| visit(index, id)),
        );
    }

    fn join_whole<B>(
        &self,
        other: &PackedTreeView<'_, S, D>,
        masks: impl Meet,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.join(other, 0..other.levels.leaf_nodes(), masks, visit)
    }

    /// Visits the pairs of a box of this tree and one in these leaf nodes of another.
    fn join<B>(
        &self,
        other: &PackedTreeView<'_, S, D>,
        leaves: Range<u32>,
        masks: impl Meet,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: other,
            is_self_join: false,
            leaves,
            masks,
            visit: &mut |ours, theirs| broken.keep(visit(Id(ours), Id(theirs))),
        });
        broken.into_flow()
    }
}
