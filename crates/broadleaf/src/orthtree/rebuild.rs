//! Rebuilds of the whole tree.

use super::node::{CellBox, OUTSIDE};
use super::tree::Orthtree;
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::mem;

/// What [`Orthtree::update_many`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Update {
    /// It inserted or moved the boxes one by one.
    Partial,
    /// It rebuilt the tree.
    Rebuild,
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Inserts or moves many boxes, one by one or by one rebuild, as
    /// [`rebuild_threshold`](super::Config::rebuild_threshold) and
    /// [`build_threshold`](super::Config::build_threshold) decide. The last of several boxes with
    /// one id counts.
    pub(super) fn update_many(
        &mut self,
        boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>,
    ) -> Update {
        self.update_in(Sequential, |items| {
            let boxes = boxes.into_iter();
            items.extend(boxes.map(|(id, aabb)| CellBox::new(id, aabb)));
        })
    }

    pub(super) fn update_in(
        &mut self,
        executor: impl Executor,
        collect: impl FnOnce(&mut Vec<CellBox<S, D>>),
    ) -> Update {
        let mut batch = mem::take(&mut self.memory.items);
        batch.clear();
        collect(&mut batch);
        let new = self.count_new(&batch);
        let len = self.slots.len() + new;
        let update = if batch.is_empty() || !self.config.rebuilds_for(batch.len(), new, len) {
            batch
                .iter()
                .for_each(|item| _ = self.put(item.id, item.aabb));
            Update::Partial
        } else {
            self.rebuild_with(executor, &mut batch);
            Update::Rebuild
        };
        self.memory.items = batch;
        update
    }

    fn count_new(&self, batch: &[CellBox<S, D>]) -> usize {
        if self.slots.len() == 0 {
            return batch.len();
        }
        let is_new = |item: &&CellBox<S, D>| self.slots.get(item.id).is_none();
        batch.iter().filter(is_new).count()
    }

    /// Rebuilds the tree with new boxes and with boxes that replace those of the same id.
    fn rebuild_with(&mut self, executor: impl Executor, batch: &mut Vec<CellBox<S, D>>) {
        if self.slots.len() == 0 {
            // Previous boxes, which are all gone, may have had categories.
            self.has_categories = false;
            self.slots.add_all(batch, |item| item.id);
            return self.build(executor, batch);
        }
        for &CellBox { aabb, id, .. } in &*batch {
            if let Some(slot) = self.slots.get(id) {
                self.item_mut(slot).aabb = aabb;
            } else {
                let slot = self.take_slot(id);
                self.push(OUTSIDE, CellBox { aabb, id, slot });
            }
        }
        self.take_items(batch);
        self.build(executor, batch);
    }

    /// Rebuilds the whole tree if it has changed. Its root becomes a cube around all finite boxes
    /// or, if its first cell is given, that cell doubled until they fit.
    ///
    /// Costs O(n · depth).
    pub(super) fn rebuild_if_changed(&mut self, executor: impl Executor) {
        if self.changes == 0 {
            return;
        }
        let mut items = mem::take(&mut self.memory.items);
        self.take_items(&mut items);
        self.build(executor, &mut items);
        self.memory.items = items;
    }

    /// Moves the items of all nodes into a list, which is cleared first.
    fn take_items(&mut self, items: &mut Vec<CellBox<S, D>>) {
        items.clear();
        for node in &mut self.nodes {
            items.append(&mut node.items);
        }
    }

    /// The union of the category bits of items whose slots are known.
    pub(super) fn category_of_all(&self, items: &[CellBox<S, D>]) -> u32 {
        if !self.has_categories {
            return u32::MAX;
        }
        let categories = items
            .iter()
            .map(|item| self.entries[item.slot as usize].category);
        categories.fold(0, |all, category| all | category)
    }
}
