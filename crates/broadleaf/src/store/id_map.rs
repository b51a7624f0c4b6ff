//! A map from ids to `u32` values: an array for small ids, a tree for ids far above the number of
//! values.

use super::id::Id;
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
    pub(crate) fn set(&mut self, id: Id, value: u32) -> Option<u32> {
        debug_assert_ne!(value, VACANT);
        if id.index() >= self.dense.len()
            && id.index() < MIN_DENSE.max(MAX_SLOTS_PER_VALUE * self.len)
        {
            self.grow_dense(id.index() + 1);
        }
        let old = match self.dense.get_mut(id.index()) {
            Some(slot) => Some(core::mem::replace(slot, value)).filter(|&old| old != VACANT),
            None => self.sparse.insert(id.0, value),
        };
        self.len += usize::from(old.is_none());
        old
    }

    /// Sets the value of an id that has one.
    #[inline]
    pub(crate) fn replace(&mut self, id: Id, value: u32) {
        debug_assert!(self.get(id).is_some() && value != VACANT);
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
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_tree_map_on_near_and_far_ids() {
        let ids = [
            0,
            1,
            5,
            1_000,
            1_023,
            1_024,
            1_500,
            4_000,
            90_000,
            u32::MAX - 1,
            u32::MAX,
        ];
        let (mut map, mut model) = (IdMap::default(), BTreeMap::new());
        let mut state = 1_u32;
        for step in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let id = if state >> 31 == 0 {
                ids[(state >> 8) as usize % ids.len()]
            } else {
                (state >> 8) % 3_000
            };
            if (state >> 4).is_multiple_of(3) {
                assert_eq!(map.remove(Id(id)), model.remove(&id));
            } else {
                assert_eq!(map.set(Id(id), step), model.insert(id, step));
                map.replace(Id(id), step + 1);
                model.insert(id, step + 1);
            }
            assert_eq!(map.len(), model.len());
            assert_eq!(map.get(Id(id)), model.get(&id).copied());
        }
        assert!(
            map.iter()
                .eq(model.iter().map(|(&id, &value)| (Id(id), value)))
        );
    }

    #[test]
    fn a_huge_id_costs_no_huge_array() {
        let mut map = IdMap::default();
        map.set(Id(u32::MAX), 1);
        map.set(Id(u32::MAX - 1), 2);
        assert!(map.bytes() < 1_000);
    }
}
