//! Overlapping pairs. Every node is searched separately: a leaf for the pairs inside it, a cut for
//! the pairs of an item that crosses it and an item beside it.
//!
//! ```text
//!   cut ┆                             A cut is crossed by ▄1 ▄2 ▄3: they are the query boxes, and
//!       ┆    ┌──────────────┐         descend into the subtrees below and above the cut.
//!  ▪ ▄▄1┆▄▄  │ ▪    ┌─────┐ │
//!       ┆    │      │ ▪▪  │ │         subtree above     active: 1 2 3
//!    ▄▄2┆▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ ▪│ │          ├ inner node     active:   2 3   (1 ends before its bounds)
//!   ▪   ┆    │      └─────┘ │          │  └ leaf        active:   2     (3 passes below its bounds)
//!  ▄▄▄▄3┆▄▄▄▄▄▄▄▄▄          │
//!       ┆    └──────────────┘         In a leaf, each active query box is swept along the leaf's
//!       ┆                             axis:
//!
//!                        ├────── query box ──────┤
//!   sorted by start:  ├──┤ ├─────┤  ├──┤    ├───────┤   ├──┤
//!                     ·    ╰─ the first item whose      ╰─ the first item that starts after
//!                             `max_end` reaches it         it ends: stop
//! ```
//!
//! A pair is found once. Two items beside a cut are on the same side of it or do not touch, and two
//! items that cross it are in the crossing subtree. A search at the cut itself finds the pairs of
//! one item of each kind.

use core::ops::{ControlFlow, Range};

use super::median_build::{CutOrLeaf, children};
use super::sweep::KdSweep;
use super::tree::sweep;
use super::tuning::COST_OF_NODE;
use crate::geometry::{Aabb, BoxSource, Scalar, from_fn};
use crate::index::{Pieces, PiecesBy};
use crate::node_tree::{Descent, FoundPairs};
use crate::pair_finder::PairFinder;
use crate::store::{Id, to_u32};
use crate::visit::{Visit, keep_break, never_breaks};

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The search for pairs in pieces of work.
    pub(super) fn pieces_of_pairs(&self) -> impl Pieces + '_ {
        let (sources, cost) = (self.pair_sources(), COST_OF_NODE);
        PiecesBy(
            cost.pieces(sources),
            move |piece, visit: &mut dyn FnMut(Id, Id)| {
                let sources = cost.range(piece, sources);
                let ControlFlow::Continue(()) = self.visit_pairs_at(sources, never_breaks(visit));
            },
        )
    }

    pub(super) fn pair_sources(&self) -> usize {
        self.nodes.len() + 1
    }

    /// Visits the pairs that are found at a range of nodes, smaller id first. The number after the
    /// last node stands for the pending list.
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

    /// The same pairs, as unordered indices of items, including stale items.
    pub(super) fn visit_item_pairs_at<B>(
        &self,
        sources: Range<usize>,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        keep_break(
            |visit_found| self.find_pairs_at(sources, visit_found),
            &mut |found| {
                let mut found = found.iter();
                found.try_for_each(|&[a, b]| visit(a as usize, b as usize))
            },
        )
    }

    fn find_pairs_at(&self, sources: Range<usize>, visit: Visit<'_>) -> ControlFlow<()> {
        let has_pending = sources.contains(&self.nodes.len()) && !self.pending().is_empty();
        let nodes = sources.start..sources.end.min(self.nodes.len());
        let search = |descent: &mut Descent<'_, '_, Self>| {
            for node in nodes {
                match self.nodes[node].kind {
                    CutOrLeaf::Leaf { axis } => {
                        self.pairs_in_leaf(node, axis, &mut descent.found)?;
                    }
                    CutOrLeaf::Cut { is_crossed, .. } if is_crossed => {
                        let crossing = &self.nodes[node + 1];
                        let crossing = crossing.start..crossing.end;
                        for beside in children(&self.nodes, to_u32(node)).skip(1) {
                            descent.descend(beside, crossing.clone(), &self.query())?;
                        }
                    }
                    CutOrLeaf::Cut { .. } => {}
                }
            }
            if has_pending {
                let pending = to_u32(self.tree_len())..to_u32(self.items.len());
                descent.descend(0, pending, &self.query())?;
            }
            ControlFlow::Continue(())
        };
        if !self.nodes.is_empty() {
            Descent::run(self, &self.lists, &mut *visit, search)?;
        }
        if !has_pending {
            return ControlFlow::Continue(());
        }
        let item = |Id(index): Id| to_u32(self.tree_len()) + index;
        self.finders.lend(PairFinder::new, |finder| {
            let pending = self.pending_boxes();
            let pairs = finder.ask_all(&pending);
            pairs.try_for_each_pair(|a, b| visit(&[[item(a), item(b)]]))
        })
    }

    /// An item as a query box, by its index.
    fn query<'a>(&'a self) -> impl Fn(u32) -> (&'a Aabb<S, D>, u32) {
        |index| (&self.items[index as usize].aabb, index)
    }

    /// Finds all pairs inside a leaf: each item is compared with the items behind it that start
    /// before it ends.
    ///
    /// A separate function, so that the compiler keeps the item in registers.
    #[inline(never)]
    fn pairs_in_leaf(
        &self,
        leaf: usize,
        axis: usize,
        found: &mut FoundPairs<'_>,
    ) -> ControlFlow<()> {
        let node = &self.nodes[leaf];
        let items = &self.items[node.range()];
        for (place, item) in items.iter().enumerate() {
            let index = node.start + to_u32(place);
            let later = (index + 1..).zip(&items[place + 1..]);
            sweep((&item.aabb, index), axis, later, found)?;
        }
        ControlFlow::Continue(())
    }

    /// The boxes of the pending items, whose pairs a finder finds.
    ///
    /// There may be `8 √n` of them. Comparing every two of them, or each with all boxes of another
    /// index, would take longer than finding the pairs of all others.
    fn pending_boxes(&self) -> impl BoxSource<S, D> {
        let pending = self.pending();
        from_fn(pending.len(), |index| pending[index].aabb)
    }

    /// Visits every overlapping pair of a query box, as its key, and a box of the index.
    pub(super) fn visit_pairs_with<B>(
        &self,
        queries: &[(Aabb<S, D>, u32)],
        mut visit: impl FnMut(u32, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = |item: usize, key| match self.is_live(item) {
            true => visit(key, self.items[item].id),
            false => ControlFlow::Continue(()),
        };
        keep_break(
            |visit_found| self.find_pairs_with(queries, visit_found),
            &mut |found| {
                let mut found = found.iter();
                found.try_for_each(|&[item, key]| visit(item as usize, key))
            },
        )
    }

    fn find_pairs_with(&self, queries: &[(Aabb<S, D>, u32)], visit: Visit<'_>) -> ControlFlow<()> {
        if !self.nodes.is_empty() {
            Descent::run(self, &self.lists, &mut *visit, |descent| {
                let query = |number: u32| {
                    let (aabb, key) = &queries[number as usize];
                    (aabb, *key)
                };
                descent.descend(0, 0..to_u32(queries.len()), &query)
            })?;
        }
        if self.pending().is_empty() {
            return ControlFlow::Continue(());
        }
        let item = |Id(index): Id| to_u32(self.tree_len()) + index;
        let pending = self.pending_boxes();
        self.finders.lend(PairFinder::new, |finder| {
            // In chunks, because a finder numbers all boxes of a join in 32 bits.
            queries.chunks(1 << 31).try_for_each(|queries| {
                let boxes = from_fn(queries.len(), |index| queries[index].0);
                let Ok(pairs) = finder.between(&pending, &boxes) else {
                    return ControlFlow::Continue(());
                };
                pairs.try_for_each_pair(|a, Id(b)| visit(&[[item(a), queries[b as usize].1]]))
            })
        })
    }
}
