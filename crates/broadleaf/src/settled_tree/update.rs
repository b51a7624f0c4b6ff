//! Changes: boxes that come, move and go.

use super::id_bits::IdBits;
use super::tree::SettledTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::packed_tree::PackedTree;
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    #[inline(never)]
    pub(super) fn insert_or_move(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        let old = match self.take_rested(id) {
            Some((old, category)) => {
                self.recent.insert_with_category(id, aabb, category);
                Some(old)
            }
            None => self.recent.insert(id, aabb),
        };
        self.count_changes(1, usize::from(old.is_some()));
        self.pack_in_time();
        old
    }

    #[inline(never)]
    pub(super) fn remove_box(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let rested = self.take_rested(id).map(|(aabb, _)| aabb);
        let old = rested.or_else(|| self.recent.remove(id))?;
        self.count_changes(1, 1);
        self.pack_in_time();
        Some(old)
    }

    /// Removes a box from those that rested. Returns it with its category.
    fn take_rested(&mut self, id: Id) -> Option<(Aabb<S, D>, u32)> {
        if !self.rested.remove(id) {
            return None;
        }
        self.packed.get(id).zip(self.packed.category(id))
    }

    #[inline(never)]
    pub(super) fn insert_all(&mut self, boxes: Vec<(Id, Aabb<S, D>)>) {
        let moves = boxes.iter().filter(|&&(id, _)| self.contains(id)).count();
        self.count_changes(boxes.len(), moves);
        if boxes.len() > Self::changed_limit(self.len()) && self.is_due() {
            return self.pack_in_turn(boxes);
        }
        let mut categories = Vec::new();
        for &(id, _) in &boxes {
            categories.extend(self.take_rested(id).map(|(_, category)| (id, category)));
        }
        self.recent.extend(boxes);
        for (id, category) in categories {
            self.recent.set_category(id, category);
        }
        self.pack_in_time();
    }

    #[inline(never)]
    pub(super) fn set_category_of_box(&mut self, id: Id, category: u32) -> Option<u32> {
        self.has_categories |= category != u32::MAX;
        if self.rested.contains(id) {
            self.packed.set_category(id, category)
        } else {
            self.recent.set_category(id, category)
        }
    }

    #[inline(never)]
    pub(super) fn remove_all(&mut self) {
        self.recent.clear();
        if !self.packed.is_empty() {
            self.packed = PackedTree::default();
        }
        self.rested = IdBits::default();
        self.has_categories = false;
        (self.changes, self.moves, self.patience) = (0, 0, 1);
    }
}
