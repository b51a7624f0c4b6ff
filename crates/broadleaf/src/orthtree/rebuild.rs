//! Rebuilding the whole tree.

use super::node::{Item, Node, NodeIndex, OUTSIDE, ROOT};
use super::root::is_finite;
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::sort::PrefixSum;
use crate::store::{Id, to_u32};
use core::mem;

/// The number of items that stay in a node is counted behind those of up to 64 children.
const STAYS: NodeIndex = 64;

/// What [`Orthtree::update_many`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Update {
    /// It inserted or moved the boxes one by one.
    Partial,
    /// It rebuilt the tree.
    Rebuild,
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Inserts or moves many boxes, one by one or by one rebuild, as
    /// [`rebuild_threshold`](super::Config::rebuild_threshold) and
    /// [`build_threshold`](super::Config::build_threshold) say. Of several boxes with the same id
    /// the last one counts.
    ///
    /// ```
    /// use broadleaf::orthtree::{Config, Update};
    /// use broadleaf::{Aabb, Id, Quadtree};
    ///
    /// let config = Config::default().with_rebuild_threshold(0.75);
    /// let mut tree = Quadtree::with_config(config);
    /// let row = |ids: core::ops::Range<u32>, y: i32| {
    ///     ids.map(move |id| (Id(id), Aabb::point([3 * id as i32, y])))
    /// };
    /// assert_eq!(tree.update_many(row(0..100, 0)), Update::Rebuild); // all are new
    /// assert_eq!(tree.update_many(row(0..74, 1)), Update::Partial);
    /// assert_eq!(tree.update_many(row(0..75, 2)), Update::Rebuild);
    /// ```
    #[doc(alias = "UpdateValues")]
    pub fn update_many(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) -> Update {
        // The iterator may panic: it is consumed before the tree changes. Its boxes are kept in
        // memory that a rebuild does not need yet.
        let mut batch = mem::take(&mut self.scratch.spare);
        batch.clear();
        let item = |(id, aabb)| Item { aabb, id, slot: 0 };
        batch.extend(boxes.into_iter().map(item));
        let is_new = |item: &&Item<S, D>| self.slots.get(item.id).is_none();
        let new = batch.iter().filter(is_new).count();
        let len = self.slots.len() + new;
        let rebuilds = !batch.is_empty() && self.config.rebuilds_for(batch.len(), new, len);
        for &item in &batch {
            if rebuilds {
                self.put_outside(item);
            } else {
                self.put(item.id, item.aabb);
            }
        }
        self.scratch.spare = batch;
        if rebuilds {
            self.rebuild();
            Update::Rebuild
        } else {
            Update::Partial
        }
    }

    /// Changes a box where it is, or adds it outside the root, until the tree is rebuilt.
    fn put_outside(&mut self, Item { aabb, id, .. }: Item<S, D>) {
        if let Some(slot) = self.slots.get(id) {
            self.item_mut(slot).aabb = aabb;
        } else {
            let slot = self.take_slot(id);
            self.push(OUTSIDE, Item { aabb, id, slot });
        }
    }

    /// Rebuilds the whole tree. Its root is a cube around all finite boxes or, if its first cell is
    /// given, that cell as often doubled as they need.
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

    /// Makes the cell of an empty root contain all finite boxes, unless it is fixed.
    fn place_root(&mut self, items: &[Item<S, D>]) {
        let finite = items.iter().map(|item| item.aabb).filter(is_finite);
        if let Some(all) = Aabb::enclosing(finite) {
            self.grow_around(&all);
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
