//! Pairs within a tree, and with other indexes.

use super::meet::Meeting;
use super::search::TreeJoin;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Scalar};
use crate::index::{IndexCore, Joined, SpatialIndex, downcast};
use crate::packed_tree::build::order::Order;
use crate::packed_tree::tree::PackedTree;
use crate::packed_tree::tuning::{BOXES_PER_QUERY, COST_OF_LEAF_NODE};
use crate::packed_tree::view::PackedTreeView;
use crate::store::{Id, to_u32};
use crate::visit::{Broken, never_breaks};
use core::ops::{ControlFlow, Range};

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    /// Visits every overlapping pair of boxes whose categories form pairs.
    pub(crate) fn visit_pairs<B>(
        &self,
        meeting: &Meeting,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.join(None, 0..self.levels.leaf_nodes(), meeting, visit)
    }

    /// The number of pieces of work that the leaf nodes are divided into.
    pub(crate) fn pieces(&self) -> usize {
        COST_OF_LEAF_NODE.pieces(self.levels.leaf_nodes() as usize)
    }

    /// Visits the pairs of this tree and one piece of another, or of one piece of this tree itself.
    pub(crate) fn for_each_pair_of_piece_with(
        &self,
        other: Option<&Self>,
        piece: usize,
        meeting: &Meeting,
        visit: impl FnMut(Id, Id),
    ) {
        let leaf_nodes = other.unwrap_or(self).levels.leaf_nodes();
        let leaves = COST_OF_LEAF_NODE.range(piece, leaf_nodes as usize);
        let leaves = to_u32(leaves.start)..to_u32(leaves.end);
        let ControlFlow::Continue(()) = self.join(other, leaves, meeting, never_breaks(visit));
    }

    pub(crate) fn visit_pairs_with<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some(packed) = downcast::<PackedTree<_, _>, _, _>(other) {
            return self.join_whole(&packed.view(), &Meeting::of(matrix), visit);
        }
        let (left, right) = (self, other);
        let mut visit = Joined { left, right }.allowed(matrix, visit);
        let count = other.box_count();
        if count / BOXES_PER_QUERY > self.len() {
            self.boxes()
                .try_for_each(|(ours, aabb)| other.search(&aabb, |theirs| visit(ours, theirs)))
        } else if count <= self.len() / BOXES_PER_QUERY {
            other.boxes().try_for_each(|(theirs, aabb)| {
                self.visit_overlaps(&aabb, |ours| visit(ours, theirs))
            })
        } else {
            let other = PackedTree::from_items(other.boxes(), Order::Curve);
            self.join_whole(&other.view(), &Meeting::ALL, visit)
        }
    }

    /// Visits every overlapping pair of a box of this tree and a box of a slice.
    pub(crate) fn visit_pairs_with_boxes(
        &self,
        boxes: &[Aabb<S, D>],
        mut visit: impl FnMut(u32, Id),
    ) {
        let other = PackedTree::from_items((0..).map(Id).zip(boxes.iter().copied()), Order::Curve);
        let visit = never_breaks(|id, Id(index)| visit(index, id));
        let ControlFlow::Continue(()) = self.join_whole(&other.view(), &Meeting::ALL, visit);
    }

    fn join_whole<B>(
        &self,
        other: &PackedTreeView<'_, S, D>,
        meeting: &Meeting,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.join(Some(other), 0..other.levels.leaf_nodes(), meeting, visit)
    }

    /// Visits the pairs of a box of this tree and a box in these leaf nodes of another. Without
    /// another tree, visits the pairs within this one whose later box is in these leaf nodes,
    /// smaller id first.
    fn join<B>(
        &self,
        other: Option<&PackedTreeView<'_, S, D>>,
        leaves: Range<u32>,
        meeting: &Meeting,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let is_self_join = other.is_none();
        let mut visit = |left: u32, right: u32| {
            let is_ordered = left <= right || !is_self_join;
            let (a, b) = if is_ordered {
                (left, right)
            } else {
                (right, left)
            };
            broken.keep(visit(Id(a), Id(b)))
        };
        let _ = if meeting.is_all() {
            self.run::<false>(other, leaves, meeting, &mut visit)
        } else {
            self.run::<true>(other, leaves, meeting, &mut visit)
        };
        broken.into_flow()
    }

    fn run<const FILTERED: bool>(
        &self,
        other: Option<&PackedTreeView<'_, S, D>>,
        leaves: Range<u32>,
        meeting: &Meeting,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.path.run(TreeJoin::<'_, S, D, FILTERED> {
            left: self,
            right: other.unwrap_or(self),
            is_self_join: other.is_none(),
            leaves,
            meeting,
            visit,
        })
    }
}
