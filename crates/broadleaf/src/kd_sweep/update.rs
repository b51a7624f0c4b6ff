//! Insert, remove, move: the pending list, and when to build.

use super::KdSweep;
use super::build::build;
use super::layout::{Item, Kind, Node, children, narrow};
use crate::executor::Executor;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::mem;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Gives an id a box, in the pending list.
    pub(super) fn put(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        let place = self.places.get(id).map(|place| place as usize);
        let pending = Item {
            aabb,
            id,
            category: place.map_or(u32::MAX, |place| self.items[place].category),
        };
        match place {
            Some(place) if place >= self.tree_len() || self.items[place].aabb == aabb => {
                return Some(mem::replace(&mut self.items[place].aabb, aabb));
            }
            Some(_) => self.stale += 1,
            None => {}
        }
        self.places.set(id, narrow(self.items.len()));
        self.items.push(pending);
        place.map(|place| self.items[place].aabb)
    }

    /// Takes a box out.
    pub(super) fn take(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let place = self.places.remove(id)? as usize;
        let aabb = self.items[place].aabb;
        if place < self.tree_len() {
            self.stale += 1;
        } else {
            self.items.swap_remove(place);
            if let Some(moved) = self.items.get(place) {
                self.places.set(moved.id, narrow(place));
            }
        }
        Some(aabb)
    }

    /// Gives many ids boxes.
    pub(super) fn put_all(
        &mut self,
        executor: impl Executor,
        boxes: impl Iterator<Item = (Id, Aabb<S, D>)>,
    ) {
        let mut taken = mem::take(&mut self.scratch.spare);
        taken.clear();
        // Taken in before anything changes: an iterator may panic.
        taken.extend(boxes.map(|(id, aabb)| Item {
            aabb,
            id,
            category: u32::MAX,
        }));
        if taken.len() <= self.most_pending() {
            taken
                .iter()
                .for_each(|item| _ = self.put(item.id, item.aabb));
            self.scratch.spare = taken;
            return self.rebuild_if_due(executor);
        }
        self.items
            .reserve(taken.len().saturating_sub(self.places.len()));
        for &item in &taken {
            if let Some(place) = self.places.get(item.id) {
                self.items[place as usize].aabb = item.aabb;
            } else {
                self.places.set(item.id, narrow(self.items.len()));
                self.items.push(item);
            }
        }
        self.scratch.spare = taken;
        self.rebuild(executor);
    }

    /// Builds if the pending list has become long, much of the tree is stale, or nothing is left.
    pub(super) fn rebuild_if_due(&mut self, executor: impl Executor) {
        let most = self.most_pending();
        if self.pending().len() > most || self.stale > most || self.places.len() == 0 {
            self.rebuild(executor);
        }
    }

    /// Builds the tree of all boxes; nothing is pending then.
    pub(super) fn rebuild(&mut self, executor: impl Executor) {
        self.drop_stale();
        build(
            executor,
            self.leaf_capacity,
            &mut self.items,
            &mut self.scratch,
            &mut self.nodes,
        );
        let Self {
            items,
            reaches,
            nodes,
            places,
            ..
        } = self;
        let note_places = || {
            (0..)
                .zip(&*items)
                .for_each(|(place, item)| _ = places.set(item.id, place))
        };
        executor.join(note_places, || note_reaches(reaches, nodes, items));
    }

    /// Takes out the boxes that the map no longer has. The tree must be built anew.
    fn drop_stale(&mut self) {
        if self.stale > 0 {
            let mut place = 0;
            self.items.retain(|item| {
                place += 1;
                self.places.get(item.id) == Some(place - 1)
            });
            self.stale = 0;
        }
    }

    /// Notes a category at every node above the box at a place.
    pub(super) fn admit_above(&mut self, place: usize, category: u32) {
        let mut next = (place < self.tree_len()).then_some(0);
        while let Some(index) = next {
            self.nodes[index as usize].category |= category;
            next = children(&self.nodes, index)
                .find(|&child| self.nodes[child as usize].range().contains(&place));
        }
    }
}

fn note_reaches<S: Scalar, const D: usize>(
    reaches: &mut Vec<S>,
    nodes: &[Node<S, D>],
    items: &[Item<S, D>],
) {
    reaches.clear();
    for leaf in nodes {
        let Kind::Leaf { axis } = leaf.kind else {
            continue;
        };
        let mut reach = S::MIN;
        reaches.extend(items[leaf.range()].iter().map(|item| {
            let [_, end] = item.aabb.ends(axis);
            reach = if end > reach { end } else { reach };
            reach
        }));
    }
}
