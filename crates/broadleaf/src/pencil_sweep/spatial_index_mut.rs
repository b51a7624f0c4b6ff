//! The changes of [`SpatialIndexMut`].

use core::mem;

use super::index::PencilSweep;
use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndexMut, from_iterator};
use crate::store::{Id, to_u32};

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for PencilSweep<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        if let Some(slot) = self.slots.get(id) {
            return Some(mem::replace(&mut self.boxes[slot as usize], aabb));
        }
        self.slots.set(id, to_u32(self.ids.len()));
        self.ids.push(id);
        self.boxes.push(aabb);
        self.categories.push(u32::MAX);
        None
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let slot = self.slots.remove(id)?;
        self.ids.swap_remove(slot as usize);
        self.categories.swap_remove(slot as usize);
        if let Some(&moved) = self.ids.get(slot as usize) {
            self.slots.set(moved, slot);
        }
        Some(self.boxes.swap_remove(slot as usize))
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.ids.clear();
        self.boxes.clear();
        self.categories.clear();
    }

    fn reserve(&mut self, additional: usize) {
        // A hint: if memory is short, `insert` allocates when it needs to.
        let _ = self.ids.try_reserve(additional);
        let _ = self.boxes.try_reserve(additional);
        let _ = self.categories.try_reserve(additional);
        self.slots.reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let slot = self.slots.get(id)?;
        Some(mem::replace(&mut self.categories[slot as usize], category))
    }

    /// Does nothing: each query for pairs sorts the boxes again.
    fn optimize(&mut self) {}
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for PencilSweep<S, D> {
    /// Inserts or moves boxes, one by one.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        for (id, aabb) in boxes {
            self.insert(id, aabb);
        }
    }
}

from_iterator!(PencilSweep);
