//! Splits leaves, and folds nodes back into leaves.

use super::choice::Choice;
use super::node::{CellNode, NodeIndex, OUTSIDE, ROOT, center_of, child_cell};
use super::tree::Orthtree;
use crate::geometry::Scalar;
use crate::store::to_u32;
use core::mem;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Whether a leaf at this depth can have children.
    pub(super) fn may_split(&self, index: NodeIndex, depth: u32) -> bool {
        index != OUTSIDE && self.may_divide(self.node(index), depth)
    }

    /// Whether a node inside the root, at this depth, can have children.
    pub(super) fn may_divide(&self, node: &CellNode<S, D>, depth: u32) -> bool {
        depth < self.config.max_depth.min(Self::MAX_LEVELS) && self.is_divisible(node)
    }

    /// Whether the cell of a node can be halved along every axis.
    pub(super) fn is_divisible(&self, node: &CellNode<S, D>) -> bool {
        let CellNode { cell, center, .. } = node;
        let is_divisible = |axis: usize| {
            let ([min, max], center) = (cell.ends(axis), center[axis]);
            let is_large_enough = center.saturating_sub(min) >= self.config.min_size
                && max.saturating_sub(center) >= self.config.min_size;
            min < center && center < max && is_large_enough
        };
        (0..D).all(is_divisible)
    }

    /// Gives a leaf children, moves its items into them, and recursively splits children that have
    /// too many.
    pub(super) fn split(&mut self, index: NodeIndex, depth: u32) {
        if index != ROOT && !self.narrow_leaf(index) {
            return;
        }
        let first = self.take_block(index);
        self.levels = self.levels.max(depth + 1);
        let mut items = mem::take(&mut self.node_mut(index).items);
        let choice = Choice::of(self.node(index), self.looseness);
        // In place: items that stay close the gaps of items that have left.
        let mut kept = 0;
        for i in 0..items.len() {
            let item = items[i];
            match choice.child_for(&item.aabb) {
                Some(child) => {
                    let child = NodeIndex::from(child);
                    let category = self.entries[item.slot as usize].category;
                    self.node_mut(first + child).add(&item.aabb, 1, category);
                    self.push(first + child, item);
                }
                None => {
                    items[kept] = item;
                    self.entries[item.slot as usize].index = to_u32(kept);
                    kept += 1;
                }
            }
        }
        items.truncate(kept);
        self.node_mut(index).items = items;
        for child in first..first + Self::CHILDREN {
            let is_over_full = self.node(child).items.len() > self.config.effective_leaf_capacity();
            if is_over_full && self.may_split(child, depth + 1) {
                self.split(child, depth + 1);
            }
        }
    }

    /// Halves the cell of a leaf while its items lie in one half; returns whether it can still have
    /// children.
    fn narrow_leaf(&mut self, index: NodeIndex) -> bool {
        let mut node = mem::replace(self.node_mut(index), CellNode::new());
        let items = mem::take(&mut node.items);
        self.narrow(&mut node, items.iter().map(|item| item.aabb));
        node.items = items;
        *self.node_mut(index) = node;
        self.is_divisible(self.node(index))
    }

    /// Allocates empty leaves as the children of a node; returns the first one.
    pub(super) fn take_block(&mut self, parent: NodeIndex) -> NodeIndex {
        let first = self.blocks.take() * Self::CHILDREN;
        let end = (first + Self::CHILDREN) as usize;
        if self.nodes.len() < end {
            self.nodes.resize_with(end, CellNode::new);
        }
        let &CellNode { cell, center, .. } = self.node(parent);
        for child in 0..Self::CHILDREN {
            let child_cell = child_cell(&cell, &center, child);
            let looseness = self.looseness;
            self.node_mut(first + child)
                .reset(child_cell, parent, looseness);
        }
        self.node_mut(parent).children = first;
        first
    }

    /// Folds the highest node whose boxes fit into a leaf, at or above `from`, which a box has
    /// left. If that is `from` itself or none, removes nodes with one child there.
    pub(super) fn fold_above(&mut self, from: NodeIndex) {
        let mut highest = None;
        let mut index = from;
        while let Some(node) = self.nodes.get(index as usize)
            && self.fits_into_leaf(node)
        {
            highest = Some(index);
            index = node.parent;
        }
        if let Some(index) = highest {
            self.fold(index);
        }
        if highest.is_none_or(|index| index == from) {
            self.contract(from);
        }
    }

    /// Whether the boxes of a subtree fit into a leaf.
    pub(super) fn fits_into_leaf(&self, node: &CellNode<S, D>) -> bool {
        node.count as usize <= self.config.effective_leaf_capacity()
    }

    /// Makes a node a leaf with all items of its subtree.
    pub(super) fn fold(&mut self, index: NodeIndex) {
        let first = self.node(index).children;
        if first == 0 {
            return;
        }
        for child in first..first + Self::CHILDREN {
            self.fold(child);
            let mut items = mem::take(&mut self.node_mut(child).items);
            for item in items.drain(..) {
                self.push(index, item);
            }
            // The list's memory stays with the node.
            self.node_mut(child).items = items;
        }
        let looseness = self.looseness;
        let node = self.node_mut(index);
        node.children = 0;
        // A root that has grown has its center at a corner of the old root; a leaf does not need
        // that.
        node.set_cell(node.cell, center_of(&node.cell), looseness);
        self.blocks.give_back(first / Self::CHILDREN);
    }
}
