//! The descent of query boxes through the tree, and the sweeps in its leaves.
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

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::batch::{Batch, MAX_BATCH, QueryBox};
use super::found::Found;
use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::kd_tree::{Kind, Node, children};
use crate::store::{move_if, store_if, to_u32};
use crate::visit::Visit;

/// A search for overlaps between the items of an index and query boxes.
///
/// Every pair is visited as the index of an item and the key of the query box. Keys of items that
/// serve as query boxes are their indices.
pub(super) struct Join<'a, S: Scalar, const D: usize> {
    index: &'a KdSweep<S, D>,
    found: Found<'a>,
}

impl<'a, S: Scalar, const D: usize> Join<'a, S, D> {
    pub(super) fn new(index: &'a KdSweep<S, D>, visit: Visit<'a>) -> Self {
        Self {
            index,
            found: Found::new(visit),
        }
    }

    /// Finds all pairs inside a leaf.
    pub(super) fn within_leaf(&mut self, range: Range<usize>, axis: usize) -> ControlFlow<()> {
        let items = &self.index.items[range.clone()];
        for (i, item) in items.iter().enumerate() {
            let later =
                (to_u32(range.start + i + 1)..).zip(items[i + 1..].iter().map(|item| &item.aabb));
            self.sweep(&item.aabb, to_u32(range.start + i), axis, later)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of an item that crosses the cut of `node` and one that does not.
    pub(super) fn across_cut(&mut self, node: u32, batch: &mut Batch<S, D>) -> ControlFlow<()> {
        let nodes = &self.index.nodes;
        let mut crossing = self.index.query_boxes(nodes[node as usize + 1].range());
        while batch.refill(&mut crossing) {
            for beside in children(nodes, node).skip(1) {
                self.descend(beside, batch, batch.numbers())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of an item in the subtree of `node` and an active box of the batch.
    pub(super) fn descend(
        &mut self,
        node: u32,
        batch: &Batch<S, D>,
        active: &[u8],
    ) -> ControlFlow<()> {
        let nodes = &self.index.nodes[..];
        let &Node { bounds, kind, .. } = &nodes[node as usize];
        let (mut numbers, mut count) = ([0; MAX_BATCH], 0);
        for &number in active {
            let overlaps = batch.get(number).aabb.overlaps(&bounds);
            store_if(&mut numbers, &mut count, number, overlaps);
        }
        let active = &numbers[..count];
        if active.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Kind::Leaf { axis } = kind {
            self.sweep_leaf(nodes[node as usize].range(), axis, batch, active)?;
        }
        children(nodes, node).try_for_each(|child| self.descend(child, batch, active))
    }

    /// Finds all pairs of an item of a leaf and an active box of the batch.
    #[inline]
    fn sweep_leaf(
        &mut self,
        range: Range<usize>,
        axis: usize,
        batch: &Batch<S, D>,
        active: &[u8],
    ) -> ControlFlow<()> {
        let items = &self.index.items[range.clone()];
        let max_ends = &self.index.max_ends[range.clone()];
        for query in active.iter().map(|&number| batch.get(number)) {
            let [start, _] = query.aabb.ends(axis);
            let first = max_ends.partition_point(|&end| end < start);
            let reached = items[first..].iter().map(|item| &item.aabb);
            let reached = (to_u32(range.start + first)..).zip(reached);
            self.sweep(&query.aabb, query.key, axis, reached)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of any item and a query box of a list, and hands over the last ones.
    pub(super) fn with_list(mut self, mut list: Vec<QueryBox<S, D>>) -> ControlFlow<()> {
        let mut batch = Batch::new();
        let mut pending = self.index.pending_boxes();
        while batch.refill(&mut pending) {
            batch.sort();
            for query in &list {
                self.sweep_sorted(query, batch.ending_from(query.aabb.min()[0]))?;
            }
        }
        if !self.index.nodes.is_empty() {
            let all = 0..list.len();
            self.distribute(0, &mut list, all, &mut batch)?;
        }
        self.finish()
    }

    /// Finds all pairs of an item in the subtree of `node` and a query box in a range of the list,
    /// which may be longer than a batch. Overwrites the list behind the range.
    fn distribute(
        &mut self,
        node: u32,
        list: &mut Vec<QueryBox<S, D>>,
        range: Range<usize>,
        batch: &mut Batch<S, D>,
    ) -> ControlFlow<()> {
        let nodes = &self.index.nodes[..];
        let root = &nodes[node as usize];
        if root.is_leaf() || range.len() <= MAX_BATCH {
            let mut queries = list[range].iter().copied();
            while batch.refill(&mut queries) {
                self.descend(node, batch, batch.numbers())?;
            }
            return ControlFlow::Continue(());
        }
        let overlapping = append_overlapping(list, range, &root.bounds);
        children(nodes, node)
            .try_for_each(|child| self.distribute(child, list, overlapping.clone(), batch))
    }

    /// Finds all pairs of a pending item and any item.
    pub(super) fn pending(&mut self, batch: &mut Batch<S, D>) -> ControlFlow<()> {
        let mut pending = self.index.pending_boxes();
        while batch.refill(&mut pending) {
            batch.sort();
            let boxes = batch.boxes();
            for (i, query) in boxes.iter().enumerate() {
                self.sweep_sorted(query, &boxes[i + 1..])?;
            }
            for later in pending.clone() {
                self.sweep_sorted(&later, batch.ending_from(later.aabb.min()[0]))?;
            }
            if !self.index.nodes.is_empty() {
                self.descend(0, batch, batch.numbers())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of a query box and others that are sorted by their starts along the first
    /// axis.
    fn sweep_sorted(
        &mut self,
        query: &QueryBox<S, D>,
        others: &[QueryBox<S, D>],
    ) -> ControlFlow<()> {
        let others = others.iter().map(|other| (other.key, &other.aabb));
        self.sweep(&query.aabb, query.key, 0, others)
    }

    /// Finds all pairs of a box and others that are sorted by their starts along `axis`. Stops at
    /// the first one that starts after the box ends.
    #[inline]
    fn sweep<'b>(
        &mut self,
        aabb: &Aabb<S, D>,
        key: u32,
        axis: usize,
        others: impl Iterator<Item = (u32, &'b Aabb<S, D>)>,
    ) -> ControlFlow<()> {
        let [_, end] = aabb.ends(axis);
        for (item, other) in others.take_while(|(_, other)| other.ends(axis)[0] <= end) {
            self.found.push_if(aabb.overlaps(other), [item, key])?;
        }
        ControlFlow::Continue(())
    }

    /// Hands over the last pairs.
    pub(super) fn finish(mut self) -> ControlFlow<()> {
        self.found.hand_over()
    }
}

/// Copies the query boxes of a range that overlap `bounds` behind the range, over whatever the list
/// has there. Returns the range of the copies.
fn append_overlapping<S: Scalar, const D: usize>(
    list: &mut Vec<QueryBox<S, D>>,
    range: Range<usize>,
    bounds: &Aabb<S, D>,
) -> Range<usize> {
    if let Some(&filler) = list.get(range.start) {
        let needed = range.end + range.len();
        list.resize(needed.max(list.len()), filler);
    }
    let (list, copies) = list.split_at_mut(range.end);
    let mut count = 0;
    for query in &list[range.clone()] {
        move_if(copies, &mut count, *query, query.aabb.overlaps(bounds));
    }
    range.end..range.end + count
}
