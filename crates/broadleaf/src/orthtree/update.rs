//! Insert, remove, move; split and merge.

use super::Orthtree;
use super::layout::{Item, Node, NodeIndex, OUTSIDE, Place, ROOT, center_of};
use super::rule::child_cell;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// For how many boxes a node makes room when it gets its first one.
const MOST_RESERVED: usize = 64;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Puts a new box where it belongs.
    pub(super) fn insert_new(&mut self, id: Id, aabb: Aabb<S, D>) {
        let slot = self.take_slot(id);
        let home = self.home(&aabb);
        self.enter(home, Item { aabb, id, slot });
    }

    /// A number for the place of a new id.
    pub(super) fn take_slot(&mut self, id: Id) -> u32 {
        let slot = self.pool.take();
        let place = Place {
            node: OUTSIDE,
            index: 0,
            category: u32::MAX,
        };
        match self.places.get_mut(slot as usize) {
            Some(free) => *free = place,
            None => self.places.push(place),
        }
        self.slots.set(id, slot);
        slot
    }

    /// Gives a box another extent and returns the old one.
    pub(super) fn move_slot(&mut self, slot: u32, aabb: Aabb<S, D>) -> Aabb<S, D> {
        let Place { node, index, .. } = self.places[slot as usize];
        let old = self.nodes[node as usize].items[index as usize];
        let moved = Item { aabb, ..old };
        let stays = node != OUTSIDE && self.holds(node, &aabb);
        if stays && (self.node(node).is_leaf() || self.child_for(self.node(node), &aabb).is_none())
        {
            self.nodes[node as usize].items[index as usize] = moved;
            self.widen(node, &aabb);
            return old.aabb;
        }
        let start = self
            .first_that_holds(node, &aabb)
            .unwrap_or_else(|| self.home(&aabb));
        // Growing the root may have moved the box.
        let left = self.leave(slot);
        self.enter(start, moved);
        self.merge_above(left);
        old.aabb
    }

    /// Takes a box out for good.
    pub(super) fn remove_slot(&mut self, id: Id, slot: u32) -> Aabb<S, D> {
        let aabb = self.item(slot).aabb;
        let left = self.leave(slot);
        self.merge_above(left);
        self.shrink();
        self.slots.remove(id);
        self.pool.give_back(slot);
        aabb
    }

    /// Where a box goes in that may be anywhere.
    fn home(&mut self, aabb: &Aabb<S, D>) -> NodeIndex {
        if self.holds(ROOT, aabb) || self.grow_around(aabb) {
            ROOT
        } else {
            OUTSIDE
        }
    }

    /// The node, or the lowest one above it, that a box may be at or below.
    fn first_that_holds(&self, node: NodeIndex, aabb: &Aabb<S, D>) -> Option<NodeIndex> {
        let mut index = if node == OUTSIDE { ROOT } else { node };
        while !self.holds(index, aabb) {
            if index == ROOT {
                return None;
            }
            index = self.node(index).parent;
        }
        Some(index)
    }

    /// Puts a box in at or below `start`, as deep as it goes.
    pub(super) fn enter(&mut self, start: NodeIndex, item: Item<S, D>) {
        let category = self.places[item.slot as usize].category;
        let mut depth = 0;
        let mut above = self.node(start).parent;
        while let Some(node) = self.nodes.get_mut(above as usize) {
            node.admit(&item.aabb, category);
            above = node.parent;
            depth += 1;
        }
        let mut index = start;
        loop {
            self.nodes[index as usize].admit(&item.aabb, category);
            let node = self.node(index);
            if node.is_leaf() && node.items.len() >= self.capacity() && self.may_split(index, depth)
            {
                self.split(index, depth);
            }
            let node = self.node(index);
            match (!node.is_leaf())
                .then(|| self.child_for(node, &item.aabb))
                .flatten()
            {
                Some(child) => index = node.children + child,
                None => return self.push(index, item),
            }
            depth += 1;
        }
    }

    /// Takes a box out of its node and the counts above, and returns the node.
    pub(super) fn leave(&mut self, slot: u32) -> NodeIndex {
        let Place { node, index, .. } = self.places[slot as usize];
        let items = &mut self.nodes[node as usize].items;
        items.swap_remove(index as usize);
        if let Some(moved) = items.get(index as usize) {
            self.places[moved.slot as usize].index = index;
        }
        let mut above = node;
        while let Some(ancestor) = self.nodes.get_mut(above as usize) {
            ancestor.count -= 1;
            ancestor.category &= if ancestor.count == 0 { 0 } else { u32::MAX };
            above = ancestor.parent;
        }
        node
    }

    /// Appends a box to a node's own.
    pub(super) fn push(&mut self, index: NodeIndex, item: Item<S, D>) {
        let capacity = self.capacity();
        let items = &mut self.nodes[index as usize].items;
        if items.capacity() == 0 {
            // Once and for all, unless leaves are large: a leaf will not need more.
            items.reserve_exact(capacity.min(MOST_RESERVED));
        }
        let number = narrow(items.len());
        let place = &mut self.places[item.slot as usize];
        (place.node, place.index) = (index, number);
        items.push(item);
    }

    /// Makes a node and those above it contain a box.
    fn widen(&mut self, from: NodeIndex, aabb: &Aabb<S, D>) {
        let mut index = from;
        while let Some(node) = self
            .nodes
            .get_mut(index as usize)
            .filter(|node| !node.bounds.contains(aabb))
        {
            node.bounds = node.bounds.union(aabb);
            index = node.parent;
        }
    }

    /// Whether a leaf this many steps below the root can have children.
    pub(super) fn may_split(&self, index: NodeIndex, depth: u32) -> bool {
        let Node { cell, center, .. } = self.node(index);
        let large_enough = |axis: usize| {
            let (min, middle, max) = (cell.min()[axis], center[axis], cell.max()[axis]);
            let least = middle.saturating_sub(min) >= self.config.min_size
                && max.saturating_sub(middle) >= self.config.min_size;
            min < middle && middle < max && least
        };
        index != OUTSIDE
            && depth < self.config.max_depth.min(Self::MOST_LEVELS)
            && (0..D).all(large_enough)
    }

    /// Gives a leaf children, and each of its boxes to the child it belongs into; splits these in
    /// turn if they hold too many.
    pub(super) fn split(&mut self, index: NodeIndex, depth: u32) {
        let first = self.take_block(index);
        self.levels = self.levels.max(depth + 1);
        let mut items = core::mem::take(&mut self.nodes[index as usize].items);
        // In place: what stays moves up to where something has left.
        let mut kept = 0;
        for i in 0..items.len() {
            let item = items[i];
            match self.child_for(self.node(index), &item.aabb) {
                Some(child) => {
                    let category = self.places[item.slot as usize].category;
                    self.nodes[(first + child) as usize].admit(&item.aabb, category);
                    self.push(first + child, item);
                }
                None => {
                    items[kept] = item;
                    self.places[item.slot as usize].index = narrow(kept);
                    kept += 1;
                }
            }
        }
        items.truncate(kept);
        self.nodes[index as usize].items = items;
        for child in first..first + Self::WIDTH {
            if self.node(child).items.len() > self.capacity() && self.may_split(child, depth + 1) {
                self.split(child, depth + 1);
            }
        }
    }

    /// Empty leaves below a node that has been one.
    pub(super) fn take_block(&mut self, parent: NodeIndex) -> NodeIndex {
        let first = self.blocks.take() * Self::WIDTH;
        let needed = (first + Self::WIDTH) as usize;
        if self.nodes.len() < needed {
            self.nodes.resize_with(needed, Node::new);
        }
        let &Node { cell, center, .. } = self.node(parent);
        for child in 0..Self::WIDTH {
            self.nodes[(first + child) as usize].reset(
                child_cell(&cell, &center, child),
                parent,
                self.eighths,
            );
        }
        self.nodes[parent as usize].children = first;
        first
    }

    /// Folds the highest node at or above `from` that has become small enough for a leaf.
    fn merge_above(&mut self, from: NodeIndex) {
        let mut small = None;
        let mut index = from;
        while let Some(node) = self
            .nodes
            .get(index as usize)
            .filter(|node| node.count as usize <= self.capacity())
        {
            small = Some(index);
            index = node.parent;
        }
        small.into_iter().for_each(|index| self.fold(index));
    }

    /// Makes a node a leaf with all boxes of those below.
    pub(super) fn fold(&mut self, index: NodeIndex) {
        let first = self.node(index).children;
        if first == 0 {
            return;
        }
        for child in first..first + Self::WIDTH {
            self.fold(child);
            let mut items = core::mem::take(&mut self.nodes[child as usize].items);
            items.drain(..).for_each(|item| self.push(index, item));
            // The memory stays with the node.
            self.nodes[child as usize].items = items;
        }
        let node = &mut self.nodes[index as usize];
        node.children = 0;
        // One that has grown from below is cut where an old root ended.
        node.place(node.cell, center_of(&node.cell), self.eighths);
        self.blocks.give_back(first / Self::WIDTH);
    }
}

/// The number of a box in its node.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are no more boxes than ids"
)]
pub(super) fn narrow(number: usize) -> u32 {
    number as u32
}
