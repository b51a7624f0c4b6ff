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
mod tests {
    use alloc::vec;

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
    fn the_last_item_with_an_id_is_left_in_the_place_of_the_first() {
        let ids = [7, 2, 90_000, 7, 2_000, 2, 7];
        let mut items: Vec<_> = ids.into_iter().zip(0..).collect();
        let mut map = IdMap::default();
        map.number(&mut items, |item| Id(item.0));
        assert_eq!(items, [(7, 6), (2, 5), (90_000, 2), (2_000, 4)]);
        let numbers = [(2, 1), (7, 0), (2_000, 3), (90_000, 2)];
        assert!(map.iter().map(|(id, index)| (id.0, index)).eq(numbers));
        assert_eq!(map.len(), 4);
    }

    #[test]
    fn ids_in_any_order_are_added_and_their_values_set() {
        let far = [vec![3, 5, 1 << 20], vec![3, 1 << 20, 5]];
        let ascending = || (0..3_000).map(|i| 3 * i);
        let mut mixed: Vec<_> = ascending().collect();
        mixed.swap(7, 2_000);
        let near = [ascending().collect(), mixed, Vec::new()];
        for ids in near.into_iter().chain(far) {
            for in_halves in [false, true] {
                let mut map = IdMap::default();
                let mut items = ids.clone();
                let ascent = Ascent::of(ids.iter().copied().map(Id));
                map.add_all(&mut items, ascent, |&id| Id(id));
                assert_eq!((&items, map.len()), (&ids, ids.len()));
                assert!(map.bytes() < 8_192 + 32 * ids.len());
                let entries = || ids.iter().map(|&id| (Id(id), id / 2));
                match map.halves() {
                    Some([low, high]) if in_halves => {
                        low.replace_all(entries());
                        high.replace_all(entries());
                    }
                    _ => map.replace_all(entries()),
                }
                let mut expected: Vec<_> = entries().collect();
                expected.sort_unstable();
                assert!(map.iter().eq(expected));
            }
        }
    }

    #[test]
    fn an_id_that_occurs_twice_is_added_once() {
        for ids in [[4, 4, 9], [4, 9, 4], [9, 4, 4]] {
            let ascent = Ascent::of(ids.map(Id));
            let mut items: Vec<_> = ids.into_iter().zip(0..).collect();
            let mut map = IdMap::default();
            map.add_all(&mut items, ascent, |item| Id(item.0));
            assert_eq!((items.len(), map.len()), (2, 2));
        }
    }

    #[test]
    fn a_huge_id_costs_no_huge_array() {
        let mut map = IdMap::default();
        map.set(Id(u32::MAX), 1);
        map.set(Id(u32::MAX - 1), 2);
        assert!(map.bytes() < 1_000);
    }
}
