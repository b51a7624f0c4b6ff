//! Inserts, removes and moves one box at a time.

use super::node::{BoxPlace, CellBox, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use super::tuning::MAX_RESERVED;
use crate::geometry::{Aabb, Scalar};
use crate::store::{Id, to_u32};
use alloc::vec::Vec;
use core::mem;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Inserts or moves a box; returns the previous one.
    pub(super) fn put(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.changes += 1;
        if let Some(slot) = self.slots.get(id) {
            return Some(self.move_box(slot, aabb));
        }
        let slot = self.take_slot(id);
        let start = self.top_for(&aabb);
        self.enter(start, CellBox { aabb, id, slot });
        None
    }

    pub(super) fn take(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let slot = self.slots.get(id)?;
        self.changes += 1;
        let aabb = self.item(slot).aabb;
        let left = self.leave(slot);
        self.fold_above(left);
        self.shrink();
        self.slots.remove(id);
        self.free_slots.give_back(slot);
        Some(aabb)
    }

    /// Allocates the slot of a new id.
    pub(super) fn take_slot(&mut self, id: Id) -> u32 {
        let slot = self.free_slots.take();
        match self.entries.get_mut(slot as usize) {
            Some(free) => *free = BoxPlace::NEW,
            None => self.entries.push(BoxPlace::NEW),
        }
        self.slots.set(id, slot);
        slot
    }

    /// Moves a box; returns the previous one.
    fn move_box(&mut self, slot: u32, aabb: Aabb<S, D>) -> Aabb<S, D> {
        let BoxPlace { node, index, .. } = self.entries[slot as usize];
        let old = self.nodes[node as usize].items[index as usize];
        let moved = CellBox { aabb, ..old };
        let may_stay = node != OUTSIDE && self.may_hold(node, &aabb);
        if may_stay
            && (self.node(node).is_leaf() || self.child_for(self.node(node), &aabb).is_none())
        {
            self.nodes[node as usize].items[index as usize] = moved;
            self.widen(node, &aabb);
            return old.aabb;
        }
        let start = self.ancestor_for(node, &aabb);
        let left = self.leave(slot);
        if let Some(start) = start {
            self.enter(start, moved);
            self.fold_above(left);
        } else {
            // What the previous position required goes before the root grows toward the new one.
            self.fold_above(left);
            self.shrink();
            let start = self.top_for(&aabb);
            self.enter(start, moved);
        }
        old.aabb
    }

    /// The root, grown if needed, or [`OUTSIDE`] if the box does not fit into it.
    fn top_for(&mut self, aabb: &Aabb<S, D>) -> NodeIndex {
        if self.may_hold(ROOT, aabb) || self.grow_around(aabb) {
            ROOT
        } else {
            OUTSIDE
        }
    }

    /// The lowest node at or above `node` whose subtree may hold a box.
    fn ancestor_for(&self, node: NodeIndex, aabb: &Aabb<S, D>) -> Option<NodeIndex> {
        let mut index = if node == OUTSIDE { ROOT } else { node };
        while !self.may_hold(index, aabb) {
            if index == ROOT {
                return None;
            }
            index = self.node(index).parent;
        }
        Some(index)
    }

    /// Adds an item to the subtree of `start`, as deep as the rule allows.
    pub(super) fn enter(&mut self, start: NodeIndex, item: CellBox<S, D>) {
        let category = self.entries[item.slot as usize].category;
        let mut depth = 0;
        let mut above = self.node(start).parent;
        while let Some(node) = self.nodes.get_mut(above as usize) {
            node.add(&item.aabb, 1, category);
            above = node.parent;
            depth += 1;
        }
        let mut index = start;
        loop {
            let node = self.node(index);
            if node.is_leaf()
                && node.items.len() >= self.config.effective_leaf_capacity()
                && self.may_split(index, depth)
            {
                self.split(index, depth);
            }
            self.make_hold(index, &item.aabb);
            self.node_mut(index).add(&item.aabb, 1, category);
            let node = self.node(index);
            if node.is_leaf() {
                return self.push(index, item);
            }
            match self.child_for(node, &item.aabb) {
                Some(child) => index = node.children + child,
                None => return self.push(index, item),
            }
            depth += 1;
        }
    }

    /// Removes an item from its node and from the counts above; returns the node.
    pub(super) fn leave(&mut self, slot: u32) -> NodeIndex {
        let BoxPlace { node, index, .. } = self.entries[slot as usize];
        let items = &mut self.nodes[node as usize].items;
        items.swap_remove(index as usize);
        if let Some(moved) = items.get(index as usize) {
            self.entries[moved.slot as usize].index = index;
        }
        let mut above = node;
        while let Some(ancestor) = self.nodes.get_mut(above as usize) {
            ancestor.count -= 1;
            ancestor.category &= if ancestor.count == 0 { 0 } else { u32::MAX };
            above = ancestor.parent;
        }
        node
    }

    /// Appends an item to a node's own.
    pub(super) fn push(&mut self, index: NodeIndex, item: CellBox<S, D>) {
        let capacity = self.config.effective_leaf_capacity();
        let items = &mut self.nodes[index as usize].items;
        reserve_first(items, capacity);
        let entry = &mut self.entries[item.slot as usize];
        (entry.node, entry.index) = (index, to_u32(items.len()));
        items.push(item);
    }

    /// Extends the bounds of a node and of its ancestors to contain a box.
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

    pub(super) fn clear_boxes(&mut self) {
        self.slots.clear();
        self.free_slots.clear();
        self.entries.clear();
        self.nodes.iter_mut().for_each(|node| node.items.clear());
        self.reset_nodes();
        self.has_categories = false;
    }

    /// Sets the category of a box; returns the previous one.
    pub(super) fn put_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let slot = self.slots.get(id)?;
        let entry = &mut self.entries[slot as usize];
        let old = mem::replace(&mut entry.category, category);
        self.has_categories = true;
        let mut index = entry.node;
        while let Some(node) = self.nodes.get_mut(index as usize) {
            node.category |= category;
            index = node.parent;
        }
        Some(old)
    }
}

/// Reserves memory for a node's items before it gets the first one: one allocation for the lifetime
/// of the node, unless leaves are large.
pub(super) fn reserve_first<T>(items: &mut Vec<T>, leaf_capacity: usize) {
    if items.capacity() == 0 {
        items.reserve_exact(leaf_capacity.min(MAX_RESERVED));
    }
}
