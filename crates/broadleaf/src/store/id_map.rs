//! A map from ids to `u32` values: an array for small ids, a tree for ids far above the number of
//! values.

use super::ascent::Ascent;
use super::id::Id;
use super::index::to_u32;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Marks an empty slot of the array; never a value.
const VACANT: u32 = u32::MAX;
/// Ids below this limit are always kept in the array.
const MIN_DENSE: usize = 1 << 10;
/// The array has at most this number of slots per value: one id of four billion must not cost
/// 16 GiB.
const MAX_SLOTS_PER_VALUE: usize = 4;

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

    /// Reserves array slots for `additional` more values; does nothing if the allocation fails.
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

    /// Sets the value of an id and returns the old one; `value` must not be `u32::MAX`.
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
            // As far as there is memory, so that ids in ascending order rarely get here.
            let room = self.dense.capacity().min(most / 2);
            self.grow_dense(room.max(id.index() + 1));
            return self.set(id, value);
        }
        let old = self.sparse.insert(id.0, value);
        self.len += usize::from(old.is_none());
        old
    }

    /// Adds the ids of items to an empty map. Of several items with one id the last is left, in the
    /// place of the first. `ascent` has seen the ids. What their values are has no meaning until
    /// they are replaced.
    pub(crate) fn add_all<T: Copy>(
        &mut self,
        items: &mut Vec<T>,
        ascent: Ascent,
        id: impl Fn(&T) -> Id,
    ) {
        debug_assert_eq!(self.len, 0);
        let most = MIN_DENSE.max(MAX_SLOTS_PER_VALUE * items.len());
        if ascent.holds && ascent.end <= most {
            // No id occurs twice.
            self.grow_dense(ascent.end.max(self.dense.len()));
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

    /// The values of the small and of the large ids, if all are in the array.
    pub(crate) fn halves(&mut self) -> Option<[Values<'_>; 2]> {
        let middle = self.dense.len() / 2;
        let (low, high) = self.dense.split_at_mut(middle);
        let halves = [(0, low), (middle, high)].map(|(first, values)| Values { first, values });
        self.sparse.is_empty().then_some(halves)
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

/// The values of a range of ids.
pub(crate) struct Values<'a> {
    /// The first id.
    first: usize,
    values: &'a mut [u32],
}

impl Values<'_> {
    /// Sets the values of those ids that are in the range. Without a branch for each, which could
    /// not be predicted: all others set the last value, which is set again at the end.
    pub(crate) fn replace_all(self, entries: impl Iterator<Item = (Id, u32)>) {
        let Some(last) = self.values.len().checked_sub(1) else {
            return;
        };
        let mut last_value = self.values[last];
        for (id, value) in entries {
            let place = id.index().wrapping_sub(self.first);
            last_value = if place == last { value } else { last_value };
            self.values[place.min(last)] = value;
        }
        self.values[last] = last_value;
    }
}

#[cfg(test)]
#[path = "tests/id_map.rs"]
mod tests;
