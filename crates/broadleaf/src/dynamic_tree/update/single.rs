//! Inserts, removes and moves one box at a time.

use super::decay::Decay;
use crate::dynamic_tree::layout::{NodeIndex, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::{ANCESTORS_LOADED, FIRST_BOXES};
use crate::geometry::{Aabb, Scalar};
use crate::simd::prefetch;
use crate::store::Id;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts a box or moves the box of this id; returns the previous box. Without a category, a
    /// new box gets all bits and an existing box keeps its own.
    #[inline(never)]
    pub(crate) fn insert_or_move(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: Option<u32>,
    ) -> Option<Aabb<S, D>> {
        self.stale.add(id, self.leaves.len());
        if let Some(leaf) = self.leaf(id) {
            let category = category.unwrap_or_else(|| self.category_of(leaf));
            return Some(self.move_leaf(leaf, aabb, category));
        }
        let category = category.unwrap_or(u32::MAX);
        self.insert_leaf(NodeIndex::ROOT, TreeNode::leaf(id, aabb), category);
        None
    }

    /// Inserts a leaf at or below `start`.
    fn insert_leaf(&mut self, start: NodeIndex, leaf: TreeNode<S, D>, category: u32) {
        if self.node(NodeIndex::ROOT).is_unused() {
            self.reserve_boxes(FIRST_BOXES);
            self.set_node(NodeIndex::ROOT, leaf, category);
            return;
        }
        // The sibling moves down, and the new parent takes its index.
        let place = self.descend(start, &leaf.aabb, category);
        let parent = place.sibling;
        let children = self.allocate(parent);
        self.copy_node(parent, NodeIndex::new(children, 0));
        self.set_node(NodeIndex::new(children, 1), leaf, category);
        self.set_node(
            parent,
            TreeNode::inner(children, &self.siblings[children as usize]),
            category | self.category_of(parent),
        );
        self.refit_heights(start, place);
        if start != NodeIndex::ROOT {
            // The leaf was first taken from below these nodes, so they are not up to date.
            self.refit_above(start, NodeIndex::ROOT);
        }
    }

    #[inline(never)]
    pub(crate) fn remove_box(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let leaf = NodeIndex(self.leaves.remove(id)?);
        self.prefetch_above(leaf);
        let aabb = self.node(leaf).aabb;
        if let Some(parent) = self.unlink(leaf) {
            self.refit_above(parent, NodeIndex::ROOT);
        }
        Some(aabb)
    }

    /// Prefetches the lowest ancestors of a node. Parent links lie close together and arrive sooner
    /// than the nodes.
    fn prefetch_above(&self, node: NodeIndex) {
        let mut below = node;
        for _ in 0..ANCESTORS_LOADED {
            prefetch(&self.siblings[below.siblings()]);
            below = self.parent(below);
        }
    }

    /// Gives a leaf another box and category; returns the previous box.
    fn move_leaf(&mut self, leaf: NodeIndex, aabb: Aabb<S, D>, category: u32) -> Aabb<S, D> {
        let old = *self.node(leaf);
        let node = old.with_aabb(aabb);
        if leaf == NodeIndex::ROOT || self.node(self.parent(leaf)).aabb.contains(&aabb) {
            *self.node_mut(leaf) = node;
            self.set_category_of(leaf, category);
            self.refit_above(leaf, NodeIndex::ROOT);
            return old.aabb;
        }
        // The leaf is inserted again below the lowest ancestor that contains the new box: above
        // that, hardly anything changes.
        let mut ancestor = self.parent(leaf);
        while ancestor != NodeIndex::ROOT && !self.node(ancestor).aabb.contains(&aabb) {
            ancestor = self.parent(ancestor);
        }
        if let Some(parent) = self.unlink(leaf)
            && parent != ancestor
        {
            self.refit_above(parent, ancestor);
        }
        self.insert_leaf(ancestor, node, category);
        old.aabb
    }

    /// Removes a leaf from the nodes. Returns the index of its parent, where its sibling goes.
    fn unlink(&mut self, leaf: NodeIndex) -> Option<NodeIndex> {
        if leaf == NodeIndex::ROOT {
            *self.node_mut(leaf) = TreeNode::UNUSED;
            return None;
        }
        let parent = self.parent(leaf);
        self.copy_node(leaf.sibling(), parent);
        #[expect(clippy::cast_possible_truncation, reason = "half of a u32")]
        self.free(leaf.siblings() as u32);
        Some(parent)
    }

    /// Sets the category bits of a box; returns the previous bits.
    #[inline(never)]
    pub(crate) fn set_category_of_box(&mut self, id: Id, category: u32) -> Option<u32> {
        let leaf = self.leaf(id)?;
        let old = self.category_of(leaf);
        self.set_category_of(leaf, category);
        self.refit_above(leaf, NodeIndex::ROOT);
        Some(old)
    }

    #[inline(never)]
    pub(crate) fn remove_all(&mut self) {
        self.leaves.clear();
        self.stale.clear();
        self.decay = Decay::default();
        self.free_all();
        self.categories.clear();
    }
}
