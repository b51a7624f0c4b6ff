//! Overlapping pairs: leaves are swept, and what crosses a cut goes down on both sides of it.

use core::ops::{ControlFlow, Range};

use super::cuts::by_value;
use super::layout::{Kind, children, narrow};
use super::{Aabb, BroadPhase, Id, KdSweep, Scalar, Vec};

/// How many pairs are found before the first of them is reported.
const BATCH: usize = 256;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.pair_sources(), visit)
    }

    /// How many numbers [`visit_pairs_at`](Self::visit_pairs_at) knows.
    pub(super) fn pair_sources(&self) -> usize {
        self.nodes.len() + 1
    }

    /// Visits pairs that are found at some nodes. The number after the last node stands for the pending list.
    pub(super) fn visit_pairs_at<B>(&self, nodes: Range<usize>, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        let report = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            if !self.is_live(a) || !self.is_live(b) {
                return ControlFlow::Continue(());
            }
            let (a, b) = (self.items[a].id, self.items[b].id);
            visit(a.min(b), a.max(b))
        };
        let mut join = Join::new(self, report);
        for index in nodes {
            if index < self.nodes.len() { join.at(narrow(index))? } else { join.pending()? }
        }
        join.finish()
    }

    /// Visits every overlapping pair with at least one side among `ids` once, smaller id first.
    pub(super) fn visit_pairs_of<B>(&self, ids: &[Id], mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut marks = alloc::vec![false; self.items.len()];
        let mut list = Vec::new();
        for place in ids.iter().filter_map(|&id| self.places.get(id)) {
            if !core::mem::replace(&mut marks[place as usize], true) {
                list.push(Traveller { aabb: self.items[place as usize].aabb, key: place });
            }
        }
        let report = |place: u32, key: u32| {
            // The pair of two boxes that are both asked for is found from either.
            let is_found_twice = marks[place as usize] && place <= key;
            if is_found_twice || !self.is_live(place as usize) {
                return ControlFlow::Continue(());
            }
            let (a, b) = (self.items[place as usize].id, self.items[key as usize].id);
            visit(a.min(b), a.max(b))
        };
        Join { list, ..Join::new(self, report) }.all()
    }

    /// Visits every overlapping pair of a box here and a box of another structure.
    pub(super) fn visit_pairs_with<O: BroadPhase<S, D>, B>(
        &self,
        other: &O,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (theirs, list): (Vec<_>, Vec<_>) = (0..).zip(other.iter()).map(|(key, (id, aabb))| (id, Traveller { aabb, key })).unzip();
        let report = |place: u32, key: u32| match self.is_live(place as usize) {
            true => visit(self.items[place as usize].id, theirs[key as usize]),
            false => ControlFlow::Continue(()),
        };
        Join { list, ..Join::new(self, report) }.all()
    }
}

/// A box on its way down the tree.
#[derive(Clone, Copy, Debug)]
struct Traveller<S, const D: usize> {
    aabb: Aabb<S, D>,
    /// Who it is.
    key: u32,
}

struct Join<'a, S, const D: usize, R> {
    index: &'a KdSweep<S, D>,
    /// Is told the place of a box here and the key of the traveller that overlaps it.
    report: R,
    /// Those on their way, level upon level: a stack of lists.
    list: Vec<Traveller<S, D>>,
    found: [(u32, u32); BATCH],
    found_len: usize,
}

impl<'a, S: Scalar, const D: usize, B, R: FnMut(u32, u32) -> ControlFlow<B>> Join<'a, S, D, R> {
    fn new(index: &'a KdSweep<S, D>, report: R) -> Self {
        Self { index, report, list: Vec::new(), found: [(0, 0); BATCH], found_len: 0 }
    }

    /// All pairs of boxes in a leaf, or of boxes that cross a cut with those that do not.
    fn at(&mut self, index: u32) -> ControlFlow<B> {
        let (nodes, items) = (&self.index.nodes[..], &self.index.items[..]);
        let node = &nodes[index as usize];
        match node.kind {
            Kind::Leaf { axis } => {
                let items = &items[node.range()];
                for (place, (i, item)) in (node.start..).zip(items.iter().enumerate()) {
                    self.sweep(&item.aabb, place, axis, (place + 1..).zip(items[i + 1..].iter().map(|item| &item.aabb)))?;
                }
            }
            Kind::Cut { is_crossed: true, .. } => {
                let crossing = &nodes[index as usize + 1];
                let travellers = (crossing.start..).zip(&items[crossing.range()]);
                self.list.clear();
                self.list.extend(travellers.map(|(key, item)| Traveller { aabb: item.aabb, key }));
                children(nodes, index).skip(1).try_for_each(|child| self.enter(child, 0..crossing.range().len()))?;
            }
            Kind::Cut { .. } => {}
        }
        ControlFlow::Continue(())
    }

    /// All pairs of a box at or below a node and one of some in the list.
    fn enter(&mut self, index: u32, from: Range<usize>) -> ControlFlow<B> {
        let nodes = &self.index.nodes[..];
        let node = &nodes[index as usize];
        let entered = self.keep_touching(from, &node.bounds);
        if entered.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Kind::Leaf { axis } = node.kind {
            let items = &self.index.items[node.range()];
            let reaches = &self.index.reaches[node.range()];
            for i in entered.clone() {
                let Traveller { aabb, key } = self.list[i];
                let first = reaches.partition_point(|&reach| reach < aabb.ends(axis)[0]);
                self.sweep(&aabb, key, axis, (node.start + narrow(first)..).zip(items[first..].iter().map(|item| &item.aabb)))?;
            }
        }
        children(nodes, index).try_for_each(|child| self.enter(child, entered.clone()))
    }

    /// Writes those that touch a box behind the others, where nothing is needed any more, and returns where they are.
    fn keep_touching(&mut self, from: Range<usize>, bounds: &Aabb<S, D>) -> Range<usize> {
        if let Some(&filler) = self.list.get(from.start) {
            let room = from.end + from.len();
            self.list.resize(room.max(self.list.len()), filler);
        }
        let start = from.end;
        let (list, room) = self.list.split_at_mut(start);
        let mut kept = 0;
        for traveller in &list[from] {
            // Stored first and counted then, so no branch depends on it.
            room[kept] = *traveller;
            kept += usize::from(traveller.aabb.overlaps(bounds));
        }
        start..start + kept
    }

    /// All pairs of a box here and one in the list.
    fn all(mut self) -> ControlFlow<B> {
        let pending = self.sorted_pending();
        for i in 0..self.list.len() {
            let Traveller { aabb, key } = self.list[i];
            self.sweep(&aabb, key, 0, pending.iter().map(|pending| (pending.key, &pending.aabb)))?;
        }
        self.enter_root()?;
        self.finish()
    }

    /// All pairs of a pending box and any box.
    fn pending(&mut self) -> ControlFlow<B> {
        let pending = self.sorted_pending();
        for (i, traveller) in pending.iter().enumerate() {
            let others = pending[i + 1..].iter().map(|pending| (pending.key, &pending.aabb));
            self.sweep(&traveller.aabb, traveller.key, 0, others)?;
        }
        self.list = pending;
        self.enter_root()
    }

    /// All pairs of a box in the tree and one in the list.
    fn enter_root(&mut self) -> ControlFlow<B> {
        if self.index.nodes.is_empty() { ControlFlow::Continue(()) } else { self.enter(0, 0..self.list.len()) }
    }

    fn sorted_pending(&self) -> Vec<Traveller<S, D>> {
        let pending = (self.index.tree_len()..).zip(self.index.pending());
        let mut pending: Vec<_> = pending.map(|(place, item)| Traveller { aabb: item.aabb, key: narrow(place) }).collect();
        pending.sort_unstable_by(|a, b| by_value(&a.aabb.min()[0], &b.aabb.min()[0]));
        pending
    }

    /// All pairs of a box and others, sorted by their starts along the axis, up to where the box ends.
    #[inline]
    fn sweep<'b>(
        &mut self,
        aabb: &Aabb<S, D>,
        key: u32,
        axis: usize,
        others: impl Iterator<Item = (u32, &'b Aabb<S, D>)>,
    ) -> ControlFlow<B> {
        let [_, end] = aabb.ends(axis);
        for (place, other) in others.take_while(|(_, other)| other.ends(axis)[0] <= end) {
            if self.found_len == BATCH {
                self.flush()?;
            }
            // Stored first and counted then, so no branch depends on it.
            self.found[self.found_len] = (place, key);
            self.found_len += usize::from(aabb.overlaps(other));
        }
        ControlFlow::Continue(())
    }

    fn flush(&mut self) -> ControlFlow<B> {
        let found = &self.found[..core::mem::take(&mut self.found_len)];
        found.iter().try_for_each(|&(place, key)| (self.report)(place, key))
    }

    fn finish(mut self) -> ControlFlow<B> {
        self.flush()
    }
}
