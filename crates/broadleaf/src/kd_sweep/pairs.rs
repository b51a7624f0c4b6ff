//! Overlapping pairs. Every node is searched by itself: a leaf for the pairs inside it, a cut for
//! the pairs of an item that crosses it and one beside it.

use core::mem;
use core::ops::{ControlFlow, Range};

use alloc::vec::Vec;

use super::batch::{Batch, QueryBox};
use super::join::Join;
use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::index::{IndexCore, Pieces, PiecesBy};
use crate::kd_tree::Kind;
use crate::store::{Id, to_u32};
use crate::visit::{Visit, keep_break, never_breaks};

/// The number of nodes that are searched as one piece of work.
const PIECE: usize = 64;
/// The number of boxes of another index that are joined as one piece of work.
const JOIN_PIECE: usize = 2048;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(
        &self,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.pair_sources(), visit)
    }

    /// The number of pieces of work in a search for pairs.
    pub(super) fn pieces(&self) -> usize {
        self.pair_sources().div_ceil(PIECE)
    }

    /// Visits the pairs of one piece of work.
    pub(super) fn for_each_pair_of_piece_at(&self, piece: usize, visit: impl FnMut(Id, Id)) {
        let sources = piece * PIECE..self.pair_sources().min((piece + 1) * PIECE);
        let ControlFlow::Continue(()) = self.visit_pairs_at(sources, never_breaks(visit));
    }

    /// The number of nodes, and one more for the pending list.
    pub(super) fn pair_sources(&self) -> usize {
        self.nodes.len() + 1
    }

    /// Visits the pairs that are found at a range of nodes. The number after the last node is the
    /// pending list.
    pub(super) fn visit_pairs_at<B>(
        &self,
        sources: Range<usize>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_item_pairs_at(sources, |a, b| {
            if !self.is_live(a) || !self.is_live(b) {
                return ControlFlow::Continue(());
            }
            let (a, b) = (self.items[a].id, self.items[b].id);
            visit(a.min(b), a.max(b))
        })
    }

    /// The same pairs as indices of items in no order, stale items included.
    pub(super) fn visit_item_pairs_at<B>(
        &self,
        sources: Range<usize>,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        keep_break(
            |visit_batch| self.join_at(sources, visit_batch),
            &mut |batch| {
                batch
                    .iter()
                    .try_for_each(|&[a, b]| visit(a as usize, b as usize))
            },
        )
    }

    fn join_at(&self, sources: Range<usize>, visit: Visit<'_>) -> ControlFlow<()> {
        let (mut join, mut batch) = (Join::new(self, visit), Batch::new());
        for source in sources {
            let Some(node) = self.nodes.get(source) else {
                join.pending(&mut batch)?;
                continue;
            };
            match node.kind {
                Kind::Leaf { axis } => join.within_leaf(node.range(), axis)?,
                Kind::Cut { is_crossed, .. } if is_crossed => {
                    join.across_cut(to_u32(source), &mut batch)?;
                }
                Kind::Cut { .. } => {}
            }
        }
        join.finish()
    }

    /// Visits every overlapping pair with at least one side among `ids` once, smaller id first.
    pub(super) fn visit_pairs_of<B>(
        &self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut is_query = alloc::vec![false; self.items.len()];
        let mut queries = Vec::new();
        for key in ids.iter().filter_map(|&id| self.indices.get(id)) {
            if !mem::replace(&mut is_query[key as usize], true) {
                let aabb = self.items[key as usize].aabb;
                queries.push(QueryBox { aabb, key });
            }
        }
        self.visit_keyed_pairs(queries, |item, key| {
            // A pair of two query boxes is found from either side.
            let is_repeated = is_query[item as usize] && item <= key;
            if is_repeated || !self.is_live(item as usize) {
                return ControlFlow::Continue(());
            }
            let (a, b) = (self.items[item as usize].id, self.items[key as usize].id);
            visit(a.min(b), a.max(b))
        })
    }

    /// Visits every overlapping pair of a box here and a box of another index.
    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let queries = other.boxes().map(|(Id(key), aabb)| QueryBox { aabb, key });
        self.visit_pairs_with_list(queries.collect(), |key, id| visit(id, Id(key)))
    }

    /// The pairs with another index of this kind: its boxes, which are near each other in its order
    /// already, are cut into pieces of work.
    pub(super) fn pieces_with<'a>(&'a self, other: &Self) -> impl Pieces + 'a {
        let queries = other.boxes().map(|(Id(key), aabb)| QueryBox { aabb, key });
        let queries: Vec<_> = queries.collect();
        let count = queries.len().div_ceil(JOIN_PIECE);
        PiecesBy(count, move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            let end = queries.len().min((piece + 1) * JOIN_PIECE);
            let queries = queries[piece * JOIN_PIECE..end].to_vec();
            let visit = never_breaks(|key, ours| visit(ours, Id(key)));
            let ControlFlow::Continue(()) = self.visit_pairs_with_list(queries, visit);
        })
    }

    /// Visits every overlapping pair of a box of a slice, by its index, and a box here.
    pub(super) fn visit_pairs_with_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) {
        let queries = boxes
            .iter()
            .zip(0..)
            .map(|(&aabb, key)| QueryBox { aabb, key });
        let ControlFlow::Continue(()) =
            self.visit_pairs_with_list(queries.collect(), never_breaks(visit));
    }

    /// Visits every overlapping pair of a query box, by its key, and a box here.
    fn visit_pairs_with_list<B>(
        &self,
        queries: Vec<QueryBox<S, D>>,
        mut visit: impl FnMut(u32, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_keyed_pairs(queries, |item, key| match self.is_live(item as usize) {
            true => visit(key, self.items[item as usize].id),
            false => ControlFlow::Continue(()),
        })
    }

    /// The same pairs, as the index of an item, which may be stale, and a key.
    fn visit_keyed_pairs<B>(
        &self,
        queries: Vec<QueryBox<S, D>>,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        keep_break(
            |visit_batch| Join::new(self, visit_batch).with_list(queries),
            &mut |batch| batch.iter().try_for_each(|&[item, key]| visit(item, key)),
        )
    }
}
