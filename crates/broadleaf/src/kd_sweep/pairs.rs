//! Overlapping pairs: leaves are swept, and what crosses a cut goes down on both sides of it.

use super::KdSweep;
use super::crowd::{CROWD, Crowd, Traveller};
use super::layout::{Kind, children, narrow};
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndex;
use crate::store::Id;
use alloc::vec::Vec;
use core::mem::{replace, take};
use core::ops::{ControlFlow, Range};

/// How many pairs are found before the first of them is reported.
const BATCH: usize = 256;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(
        &self,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_at(0..self.pair_sources(), visit)
    }

    /// How many numbers [`visit_pairs_at`](Self::visit_pairs_at) knows.
    pub(super) fn pair_sources(&self) -> usize {
        self.nodes.len() + 1
    }

    /// Visits pairs that are found at some nodes. The number after the last node stands for the
    /// pending list.
    pub(super) fn visit_pairs_at<B>(
        &self,
        nodes: Range<usize>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let report = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            if !self.is_live(a) || !self.is_live(b) {
                return ControlFlow::Continue(());
            }
            let (a, b) = (self.items[a].id, self.items[b].id);
            visit(a.min(b), a.max(b))
        };
        let (mut join, mut crowd) = (Join::new(self, report), Crowd::new());
        for index in nodes {
            if index < self.nodes.len() {
                join.at(narrow(index), &mut crowd)?
            } else {
                join.pending(&mut crowd)?
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
        let mut marks = alloc::vec![false; self.items.len()];
        let mut list = Vec::new();
        for place in ids.iter().filter_map(|&id| self.places.get(id)) {
            if !replace(&mut marks[place as usize], true) {
                list.push(Traveller {
                    aabb: self.items[place as usize].aabb,
                    key: place,
                });
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
        Join::new(self, report).all(list)
    }

    /// Visits every overlapping pair of a box here and a box of another structure.
    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let list: Vec<_> = other
            .iter()
            .map(|(Id(key), aabb)| Traveller { aabb, key })
            .collect();
        let report = |place: u32, key: u32| match self.is_live(place as usize) {
            true => visit(self.items[place as usize].id, Id(key)),
            false => ControlFlow::Continue(()),
        };
        Join::new(self, report).all(list)
    }

    /// The boxes at some places.
    fn travellers(&self, places: Range<usize>) -> impl Iterator<Item = Traveller<S, D>> + Clone {
        (narrow(places.start)..)
            .zip(&self.items[places])
            .map(|(key, item)| Traveller {
                aabb: item.aabb,
                key,
            })
    }
}

struct Join<'a, S, const D: usize, R> {
    index: &'a KdSweep<S, D>,
    /// Is told the place of a box here and the key of the traveller that overlaps it.
    report: R,
    found: [(u32, u32); BATCH],
    found_len: usize,
}

impl<'a, S: Scalar, const D: usize, B, R: FnMut(u32, u32) -> ControlFlow<B>> Join<'a, S, D, R> {
    fn new(index: &'a KdSweep<S, D>, report: R) -> Self {
        Self {
            index,
            report,
            found: [(0, 0); BATCH],
            found_len: 0,
        }
    }

    /// All pairs of boxes in a leaf, or of boxes that cross a cut with those that do not.
    fn at(&mut self, index: u32, crowd: &mut Crowd<S, D>) -> ControlFlow<B> {
        let nodes = &self.index.nodes[..];
        let node = &nodes[index as usize];
        match node.kind {
            Kind::Leaf { axis } => {
                let items = &self.index.items[node.range()];
                for (place, (i, item)) in (node.start..).zip(items.iter().enumerate()) {
                    self.sweep(
                        &item.aabb,
                        place,
                        axis,
                        (place + 1..).zip(items[i + 1..].iter().map(|item| &item.aabb)),
                    )?;
                }
            }
            Kind::Cut {
                is_crossed: true, ..
            } => {
                let mut crossing = self.index.travellers(nodes[index as usize + 1].range());
                while crowd.gather(&mut crossing) {
                    children(nodes, index)
                        .skip(1)
                        .try_for_each(|child| self.enter(child, crowd, crowd.all()))?;
                }
            }
            Kind::Cut { .. } => {}
        }
        ControlFlow::Continue(())
    }

    /// All pairs of a box at or below a node and one of some in the crowd.
    fn enter(&mut self, index: u32, crowd: &Crowd<S, D>, who: &[u8]) -> ControlFlow<B> {
        let nodes = &self.index.nodes[..];
        let node = &nodes[index as usize];
        let (mut room, mut entered) = ([0; CROWD], 0);
        for &who in who {
            // Stored first and counted then, so no branch depends on it.
            room[entered % CROWD] = who;
            entered += usize::from(crowd.get(who).aabb.overlaps(&node.bounds));
        }
        let who = &room[..entered];
        if who.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Kind::Leaf { axis } = node.kind {
            let items = &self.index.items[node.range()];
            let reaches = &self.index.reaches[node.range()];
            for Traveller { aabb, key } in who.iter().map(|&who| crowd.get(who)) {
                let first = reaches.partition_point(|&reach| reach < aabb.ends(axis)[0]);
                self.sweep(
                    aabb,
                    *key,
                    axis,
                    (node.start + narrow(first)..)
                        .zip(items[first..].iter().map(|item| &item.aabb)),
                )?;
            }
        }
        children(nodes, index).try_for_each(|child| self.enter(child, crowd, who))
    }

    /// All pairs of a box here and one in a list.
    fn all(mut self, mut list: Vec<Traveller<S, D>>) -> ControlFlow<B> {
        let mut crowd = Crowd::new();
        let mut pending = self
            .index
            .travellers(self.index.tree_len()..self.index.items.len());
        while crowd.gather(&mut pending) {
            crowd.sort();
            list.iter().try_for_each(|traveller| {
                self.meet(traveller, crowd.reaching(traveller.aabb.min()[0]))
            })?;
        }
        if !self.index.nodes.is_empty() {
            let all = 0..list.len();
            self.split_up(0, &mut list, all, &mut crowd)?;
        }
        self.finish()
    }

    /// All pairs of a box at or below a node and one in some part of a list that may be long. What
    /// is behind that is lost.
    fn split_up(
        &mut self,
        index: u32,
        list: &mut Vec<Traveller<S, D>>,
        from: Range<usize>,
        crowd: &mut Crowd<S, D>,
    ) -> ControlFlow<B> {
        let node = &self.index.nodes[index as usize];
        if node.is_leaf() || from.len() <= CROWD {
            let mut rest = list[from].iter().copied();
            while crowd.gather(&mut rest) {
                self.enter(index, crowd, crowd.all())?;
            }
            return ControlFlow::Continue(());
        }
        let entered = keep_touching(list, from, &node.bounds);
        children(&self.index.nodes, index)
            .try_for_each(|child| self.split_up(child, list, entered.clone(), crowd))
    }

    /// All pairs of a pending box and any box.
    fn pending(&mut self, crowd: &mut Crowd<S, D>) -> ControlFlow<B> {
        let mut pending = self
            .index
            .travellers(self.index.tree_len()..self.index.items.len());
        while crowd.gather(&mut pending) {
            crowd.sort();
            let members = crowd.members();
            (1..)
                .zip(members)
                .try_for_each(|(next, traveller)| self.meet(traveller, &members[next..]))?;
            pending
                .clone()
                .try_for_each(|later| self.meet(&later, crowd.reaching(later.aabb.min()[0])))?;
            if !self.index.nodes.is_empty() {
                self.enter(0, crowd, crowd.all())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All pairs of a box and others, sorted by their starts along the first axis.
    fn meet(&mut self, traveller: &Traveller<S, D>, others: &[Traveller<S, D>]) -> ControlFlow<B> {
        self.sweep(
            &traveller.aabb,
            traveller.key,
            0,
            others.iter().map(|other| (other.key, &other.aabb)),
        )
    }

    /// All pairs of a box and others, sorted by their starts along the axis, up to where the box
    /// ends.
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
        let found = &self.found[..take(&mut self.found_len)];
        found
            .iter()
            .try_for_each(|&(place, key)| (self.report)(place, key))
    }

    fn finish(mut self) -> ControlFlow<B> {
        self.flush()
    }
}

/// Writes those that touch a box behind the others, where nothing is needed any more, and returns
/// where they are.
fn keep_touching<S: Scalar, const D: usize>(
    list: &mut Vec<Traveller<S, D>>,
    from: Range<usize>,
    bounds: &Aabb<S, D>,
) -> Range<usize> {
    if let Some(&filler) = list.get(from.start) {
        let room = from.end + from.len();
        list.resize(room.max(list.len()), filler);
    }
    let (list, room) = list.split_at_mut(from.end);
    let mut kept = 0;
    for traveller in &list[from.clone()] {
        // Stored first and counted then, so no branch depends on it.
        room[kept] = *traveller;
        kept += usize::from(traveller.aabb.overlaps(bounds));
    }
    from.end..from.end + kept
}
