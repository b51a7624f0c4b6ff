//! A map from ids to `u32` values, dense or sparse.
//!
//! # Why two representations
//! Callers choose ids, and most choose indices. For these a map need only be an array, and a query
//! or a move finds its box with one load, in about a nanosecond. A tree or a hash table for all ids
//! would cost 20 to 100 ns, as much as a whole comparison of nodes. But any `u32` is a valid id,
//! and with an array alone, one id of four billion would take 16 GiB. A hash table needs a seed or
//! is open to chosen ids, and its order is arbitrary; `BTreeMap` lists ids in order, as all
//! iterations promise.
//!
//! So ids near the number of values are in the array and all others in the tree, and the length of
//! the array alone decides: *an id is in `dense` exactly if it is below `dense.len()`*. No flag can
//! disagree, no id is in both, and the array followed by the tree lists ids in order. When the
//! array grows, it takes over the ids of the tree below its new length. It never shrinks, except by
//! `clear`, so a box that leaves and comes back keeps its slot.
//!
//! Before a change: `set` is called for each box of each build and move. The case of the array must
//! stay inline and a few instructions long; everything else is in `set_far`, which is not inlined.

use super::id::Id;
use super::index::to_u32;
use super::tuning::{MAX_SLOTS_PER_VALUE, MIN_DENSE};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Marks an empty slot of the array. Never a value, since indices start at 0 and a structure holds
/// at most 2<sup>32</sup> - 1 boxes.
const VACANT: u32 = u32::MAX;
/// Invariant: an id is kept in `dense` exactly if it is below `dense.len()`.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdMap {
    dense: Vec<u32>,
    sparse: BTreeMap<u32, u32>,
    len: usize,
}

impl IdMap {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Reserves array slots for `additional` more values; ignores a failed allocation.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let slots = self.len.saturating_add(additional);
        let _ = self
            .dense
            .try_reserve(slots.saturating_sub(self.dense.len()));
    }

    pub(crate) fn clear(&mut self) {
        self.dense.clear();
        self.sparse.clear();
        self.len = 0;
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> Option<u32> {
        match self.dense.get(id.index()) {
            Some(&value) => (value != VACANT).then_some(value),
            None if self.sparse.is_empty() => None,
            None => self.sparse.get(&id.0).copied(),
        }
    }

    /// Sets the value of an id and returns the previous one; `value` must not be `u32::MAX`.
    #[inline]
    pub(crate) fn set(&mut self, id: Id, value: u32) -> Option<u32> {
        debug_assert_ne!(value, VACANT);
        if self.dense.len() <= id.index() {
            return self.set_far(id, value);
        }
        let old = core::mem::replace(&mut self.dense[id.index()], value);
        self.len += usize::from(old == VACANT);
        (old != VACANT).then_some(old)
    }

    /// [`set`](Self::set) of an id that is not in the array, which grows if it may hold the id.
    fn set_far(&mut self, id: Id, value: u32) -> Option<u32> {
        let most = MIN_DENSE.max(MAX_SLOTS_PER_VALUE * self.len);
        if id.index() < most {
            // Uses the available capacity, so that ids in ascending order rarely get here.
            let room = self.dense.capacity().min(most / 2);
            self.grow_dense(room.max(id.index() + 1));
            return self.set(id, value);
        }
        let old = self.sparse.insert(id.0, value);
        self.len += usize::from(old.is_none());
        old
    }

    /// Adds the ids of items to an empty map. If several items have one id, keeps the last, at the
    /// position of the first. Values are meaningless until they are replaced.
    pub(crate) fn add_all<T: Copy>(&mut self, items: &mut Vec<T>, id: impl Fn(&T) -> Id) {
        debug_assert_eq!(self.len, 0);
        let most = MIN_DENSE.max(MAX_SLOTS_PER_VALUE * items.len());
        let end = items.last().map_or(0, |last| id(last).index() + 1);
        // The common numbering of boxes: no id occurs twice, and none is looked up.
        if end <= most && items.is_sorted_by(|a, b| id(a) < id(b)) {
            self.grow_dense(end.max(self.dense.len()));
            self.len = items.len();
        } else {
            self.number(items, id);
        }
    }

    /// [`add_all`](Self::add_all) in any order, with the indices of items as values.
    fn number<T: Copy>(&mut self, items: &mut Vec<T>, id: impl Fn(&T) -> Id) {
        let mut kept = 0;
        for index in 0..items.len() {
            let id = id(&items[index]);
            if let Some(first) = self.set(id, to_u32(kept)) {
                self.replace(id, first);
                items[first as usize] = items[index];
                continue;
            }
            if kept < index {
                items[kept] = items[index];
            }
            kept += 1;
        }
        items.truncate(kept);
    }

    /// Sets the values of ids that were added.
    pub(crate) fn replace_all(&mut self, entries: impl Iterator<Item = (Id, u32)>) {
        entries.for_each(|(id, value)| self.replace(id, value));
    }

    /// Sets the value of an id that was added.
    #[inline]
    pub(crate) fn replace(&mut self, id: Id, value: u32) {
        debug_assert_ne!(value, VACANT);
        match self.dense.get_mut(id.index()) {
            Some(slot) => *slot = value,
            None => _ = self.sparse.insert(id.0, value),
        }
    }

    pub(crate) fn remove(&mut self, id: Id) -> Option<u32> {
        let old = match self.dense.get_mut(id.index()) {
            Some(slot) => Some(core::mem::replace(slot, VACANT)).filter(|&old| old != VACANT),
            None => self.sparse.remove(&id.0),
        };
        self.len -= usize::from(old.is_some());
        old
    }

    /// All ids and values, by ascending id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, u32)> + '_ {
        let dense = (0..)
            .zip(&self.dense)
            .filter(|&(_, &value)| value != VACANT);
        dense
            .chain(self.sparse.iter().map(|(&id, value)| (id, value)))
            .map(|(id, &value)| (Id(id), value))
    }

    pub(crate) fn bytes(&self) -> usize {
        // Nodes of a `BTreeMap` are about three quarters full.
        self.dense.capacity() * size_of::<u32>()
            + self.sparse.len() * size_of::<(u32, u32)>() * 4 / 3
    }

    fn grow_dense(&mut self, len: usize) {
        self.dense.resize(len, VACANT);
        while let Some(entry) = self
            .sparse
            .first_entry()
            .filter(|entry| (*entry.key() as usize) < len)
        {
            let (id, value) = entry.remove_entry();
            self.dense[id as usize] = value;
        }
    }
}

#[cfg(test)]
#[path = "tests/id_map.rs"]
mod tests;
