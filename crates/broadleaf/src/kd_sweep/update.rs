//! Inserts, removes and moves: the pending list, and when the tree is rebuilt.

use alloc::vec::Vec;
use core::mem;

use super::median_build::{SweptBox, build, children};
use super::sweep::KdSweep;
use super::tuning::COST_OF_BUILD;
use crate::executor::Executor;
use crate::geometry::{Aabb, Scalar};
use crate::store::{Id, to_u32};

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Inserts or moves a box without a rebuild; returns the previous one.
    pub(super) fn put(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        let Some(index) = self.indices.get(id) else {
            self.push_pending(id, aabb, u32::MAX);
            return None;
        };
        let (index, tree_len) = (index as usize, self.tree_len());
        let item = &mut self.items[index];
        let (old, category) = (item.aabb, item.category);
        if index >= tree_len || old == aabb {
            // Equal boxes may differ in bits: 0 and -0.
            item.aabb = aabb;
        } else {
            self.stale += 1;
            self.push_pending(id, aabb, category);
        }
        Some(old)
    }

    fn push_pending(&mut self, id: Id, aabb: Aabb<S, D>, category: u32) {
        self.indices.set(id, to_u32(self.items.len()));
        self.items.push(SweptBox { aabb, id, category });
    }

    /// Removes a box without a rebuild.
    pub(super) fn take(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let index = self.indices.remove(id)? as usize;
        let aabb = self.items[index].aabb;
        if index < self.tree_len() {
            self.stale += 1;
        } else {
            self.items.swap_remove(index);
            if let Some(moved) = self.items.get(index) {
                self.indices.set(moved.id, to_u32(index));
            }
        }
        Some(aabb)
    }

    /// Inserts or moves the boxes that `collect` appends to a list, and rebuilds unless they fit
    /// into the pending list.
    pub(super) fn put_all(
        &mut self,
        executor: impl Executor,
        collect: impl FnOnce(&mut Vec<SweptBox<S, D>>),
    ) {
        if self.indices.len() == 0 {
            return self.fill(executor, collect);
        }
        let mut new = mem::take(&mut self.memory.work.spare);
        new.clear();
        collect(&mut new);
        if new.len() <= self.max_pending() {
            for item in &new {
                self.put(item.id, item.aabb);
            }
            self.memory.work.spare = new;
            return self.rebuild_if_due(executor);
        }
        self.items
            .reserve(new.len().saturating_sub(self.indices.len()));
        for item in &new {
            if let Some(index) = self.indices.get(item.id) {
                self.items[index as usize].aabb = item.aabb;
            } else {
                self.push_pending(item.id, item.aabb, item.category);
            }
        }
        self.memory.work.spare = new;
        self.build(executor);
    }

    /// Inserts many boxes into an empty index.
    fn fill(&mut self, executor: impl Executor, collect: impl FnOnce(&mut Vec<SweptBox<S, D>>)) {
        self.clear_boxes();
        // The iterator may panic, so the list is put back only when it is complete.
        let mut items = mem::take(&mut self.items);
        collect(&mut items);
        self.indices.add_all(&mut items, |item| item.id);
        self.items = items;
        if self.items.len() <= self.max_pending() {
            // A build, which more items cause, sets the indices itself.
            self.indices.replace_all(entries(&self.items));
        }
        self.rebuild_if_due(executor);
    }

    /// Rebuilds if too many items are pending or stale, or the index is empty.
    pub(super) fn rebuild_if_due(&mut self, executor: impl Executor) {
        let max = self.max_pending();
        if self.pending().len() > max || self.stale > max || self.indices.len() == 0 {
            self.build(executor);
        }
    }

    /// Rebuilds unless the tree has exactly the boxes of the index.
    pub(super) fn build_if_untidy(&mut self, executor: impl Executor) {
        if !self.is_tidy() {
            self.build(executor);
        }
    }

    pub(super) fn build(&mut self, executor: impl Executor) {
        self.drop_stale();
        let Self {
            items,
            max_ends,
            memory,
            nodes,
            indices,
            config,
            ..
        } = self;
        let leaf_capacity = config.effective_leaf_capacity();
        executor.enter_if(executor.shares(items.len(), COST_OF_BUILD), || {
            build(executor, leaf_capacity, items, max_ends, memory, nodes);
            indices.replace_all(entries(items));
        });
    }

    /// Removes the stale items. The caller must rebuild the tree.
    fn drop_stale(&mut self) {
        if self.stale > 0 {
            let mut index = 0;
            self.items.retain(|item| {
                index += 1;
                self.indices.get(item.id) == Some(index - 1)
            });
            self.stale = 0;
        }
    }

    pub(super) fn clear_boxes(&mut self) {
        self.items.clear();
        self.nodes.clear();
        self.indices.clear();
        self.stale = 0;
    }

    /// Sets the category of a box; returns the previous one.
    pub(super) fn put_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let index = self.indices.get(id)? as usize;
        self.add_category_above(index, category);
        Some(mem::replace(&mut self.items[index].category, category))
    }

    fn add_category_above(&mut self, index: usize, category: u32) {
        let mut next = (index < self.tree_len()).then_some(0);
        while let Some(node) = next {
            self.nodes[node as usize].category |= category;
            next = children(&self.nodes, node)
                .find(|&child| self.nodes[child as usize].range().contains(&index));
        }
    }
}

fn entries<S, const D: usize>(items: &[SweptBox<S, D>]) -> impl Iterator<Item = (Id, u32)> {
    items.iter().zip(0..).map(|(item, index)| (item.id, index))
}
