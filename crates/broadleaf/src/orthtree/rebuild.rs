//! Rebuilding the whole tree.

use super::node::{Item, NO_PARENT, Node, NodeIndex, OUTSIDE, ROOT};
use super::root::{cube_around, is_finite};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::sort::PrefixSum;
use crate::store::{Id, to_u32};
use alloc::vec::Vec;
use core::mem;

/// The number of items that stay in a node is counted behind those of up to 64 children.
const STAYS: NodeIndex = 64;

/// A bulk insert rebuilds the tree if one in this many of its boxes is new then: that costs less
/// than single inserts. Single moves always cost less, unless the boxes jump.
const MIN_NEW_SHARE: usize = 2;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Inserts or moves many boxes, one by one or by a rebuild.
    pub(super) fn put_all(&mut self, boxes: Vec<(Id, Aabb<S, D>)>) {
        let is_new = |(id, _): &&(Id, Aabb<S, D>)| self.slots.get(*id).is_none();
        let new = boxes.iter().filter(is_new).count();
        if new * MIN_NEW_SHARE < self.slots.len() + new || new == 0 {
            for (id, aabb) in boxes {
                self.put(id, aabb);
            }
            return;
        }
        for (id, aabb) in boxes {
            if let Some(slot) = self.slots.get(id) {
                self.item_mut(slot).aabb = aabb;
            } else {
                let slot = self.take_slot(id);
                self.push(OUTSIDE, Item { aabb, id, slot });
            }
        }
        self.rebuild();
    }

    /// Rebuilds the whole tree: its root is a cube around all finite boxes, unless it is fixed.
    ///
    /// Costs O(n · depth).
    #[doc(alias = "RebuildTree")]
    pub fn rebuild(&mut self) {
        let mut scratch = mem::take(&mut self.scratch);
        mem::swap(&mut scratch.items, &mut self.node_mut(OUTSIDE).items);
        for node in &mut self.nodes {
            scratch.items.append(&mut node.items);
        }
        self.reset_nodes();
        self.place_root(&scratch.items);
        let root = self.node(ROOT).cell;
        scratch.items.retain(|item| {
            let is_inside = root.contains(&item.aabb);
            if !is_inside {
                self.fill(OUTSIDE, &[*item]);
            }
            is_inside
        });
        scratch.spare.clear();
        scratch.spare.extend_from_slice(&scratch.items);
        scratch.children.resize(scratch.items.len(), 0);
        self.build(
            ROOT,
            0,
            &mut scratch.items,
            &mut scratch.spare,
            &mut scratch.children,
        );
        scratch.items.clear();
        self.scratch = scratch;
        self.changes = 0;
    }

    fn place_root(&mut self, items: &[Item<S, D>]) {
        if self.config.fixed_root.is_none() {
            let finite = items.iter().map(|item| item.aabb).filter(is_finite);
            if let Some(all) = Aabb::enclosing(finite) {
                let loose_eighths = self.loose_eighths;
                self.node_mut(ROOT)
                    .reset(cube_around(&all), NO_PARENT, loose_eighths);
            }
        }
    }

    /// Adds items to the subtree of an empty leaf. `spare` and `children` have the length of
    /// `items`, and the contents of all three are meaningless afterwards.
    fn build(
        &mut self,
        index: NodeIndex,
        depth: u32,
        items: &mut [Item<S, D>],
        spare: &mut [Item<S, D>],
        children: &mut [NodeIndex],
    ) {
        let capacity = self.config.effective_leaf_capacity();
        if items.len() <= capacity || !self.may_split(index, depth) {
            return self.fill(index, items);
        }
        let first = self.take_block(index);
        self.levels = self.levels.max(depth + 1);
        let ends = self.sort_by_child(index, items, spare, children);
        let mut start = 0;
        for (child, &end) in (first..first + Self::CHILDREN).zip(&ends) {
            // The sorted items are in `spare`: the two change roles at every level.
            let (sorted, spare) = (&mut spare[start..end], &mut items[start..end]);
            self.build(child, depth + 1, sorted, spare, &mut children[start..end]);
            self.add_child(index, child);
            start = end;
        }
        self.fill(index, &spare[start..]);
    }

    /// Copies items to `sorted`, child by child and then those that stay in the node. Returns the
    /// end of the items of each child.
    ///
    /// The slices are parameters, not fields, so that the compiler knows that they do not overlap.
    fn sort_by_child(
        &self,
        index: NodeIndex,
        items: &[Item<S, D>],
        sorted: &mut [Item<S, D>],
        children: &mut [NodeIndex],
    ) -> [usize; STAYS as usize + 1] {
        let node = self.node(index);
        let mut next = [0; STAYS as usize + 1];
        for (item, child) in items.iter().zip(&mut *children) {
            *child = self.child_for(node, &item.aabb).unwrap_or(STAYS);
            next[*child as usize] += 1;
        }
        let mut sum = PrefixSum::default();
        next.iter_mut().for_each(|size| sum.replace(size));
        for (item, &child) in items.iter().zip(&*children) {
            let next = &mut next[child as usize];
            sorted[*next] = *item;
            *next += 1;
        }
        next
    }

    /// Makes items a node's own.
    fn fill(&mut self, index: NodeIndex, items: &[Item<S, D>]) {
        let Some(bounds) = Aabb::enclosing(items.iter().map(|item| item.aabb)) else {
            return;
        };
        let mut category = 0;
        for item in items {
            category |= self.entries[item.slot as usize].category;
            self.push(index, *item);
        }
        self.node_mut(index)
            .add(&bounds, to_u32(items.len()), category);
    }

    /// Adds the boxes of a child's subtree to the bounds and the count of a node.
    fn add_child(&mut self, index: NodeIndex, child: NodeIndex) {
        let &Node {
            bounds,
            count,
            category,
            ..
        } = self.node(child);
        if count > 0 {
            self.node_mut(index).add(&bounds, count, category);
        }
    }
}
