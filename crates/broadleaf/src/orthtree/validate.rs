//! Checks O1 to O8.

use super::node::{CellBox, CellNode, NO_PARENT, NodeIndex, OUTSIDE, ROOT, child_cell};
use super::tree::Orthtree;
use crate::geometry::Scalar;
use crate::report::{Violation, ensure};
use alloc::vec;
use core::mem;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        let mut is_reached = vec![false; self.nodes.len() / Self::CHILDREN as usize];
        is_reached[0] = true;
        let mut first_cell = self.config.root.first_cell().into_iter();
        ensure(
            first_cell.all(|first| self.root().contains(&first)),
            "O8: the root contains the cell that it began with",
            "the root",
        )?;
        let mut len = 0;
        for top in [ROOT, OUTSIDE] {
            ensure(
                self.node(top).parent == NO_PARENT,
                "O4: the root has no parent",
                format_args!("node {top}"),
            )?;
            len += self.check_subtree(top, 0, &mut is_reached)?;
        }
        ensure(
            len == self.slots.len(),
            "O1: every box is in a node",
            "the id map",
        )?;
        let used = is_reached.iter().filter(|&&is_reached| is_reached).count();
        let free = self.blocks.free();
        let is_apart = free.iter().all(|&block| !is_reached[block as usize]);
        ensure(
            is_apart && used + free.len() == self.blocks.len(),
            "O7: every block is either reachable or free",
            "the blocks",
        )?;
        let mut blocks = (0..).zip(self.nodes.chunks(Self::CHILDREN as usize));
        let is_free = |block: usize| !is_reached.get(block).is_some_and(|&is_reached| is_reached);
        let is_empty = |node: &CellNode<S, D>| node.is_leaf() && node.items.is_empty();
        ensure(
            blocks.all(|(block, nodes)| !is_free(block) || nodes.iter().all(is_empty)),
            "O7: free nodes are empty leaves",
            "the blocks",
        )
    }

    /// Checks a subtree and marks its blocks; returns the number of its items.
    fn check_subtree(
        &self,
        index: NodeIndex,
        depth: u32,
        is_reached: &mut [bool],
    ) -> Result<usize, Violation> {
        let node = self.node(index);
        let location = format_args!("node {index}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        for (number, item) in node.items.iter().enumerate() {
            self.check_item(index, number, item)?;
        }
        self.check_counts(index, node)?;
        holds(
            depth <= self.levels && depth <= Self::MAX_LEVELS,
            "O6: no node is deeper than the recorded depth",
        )?;
        let mut len = node.items.len();
        if node.is_leaf() {
            return Ok(len);
        }
        let block = (node.children / Self::CHILDREN) as usize;
        holds(
            !mem::replace(&mut is_reached[block], true),
            "O7: a block has one parent",
        )?;
        holds(
            !self.fits_into_leaf(node),
            "O5: a node whose boxes fit into a leaf is a leaf",
        )?;
        for (number, child) in (0..).zip(self.children_of(node)) {
            self.check_link(index, number, child)?;
            len += self.check_subtree(child, depth + 1, is_reached)?;
        }
        Ok(len)
    }

    fn check_item(
        &self,
        index: NodeIndex,
        number: usize,
        item: &CellBox<S, D>,
    ) -> Result<(), Violation> {
        let node = self.node(index);
        let location = format_args!("node {index}, item {number}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        let entry = self.entries.get(item.slot as usize);
        let entry = entry.filter(|entry| entry.node == index && entry.index as usize == number);
        holds(
            entry.is_some() && self.slots.get(item.id) == Some(item.slot),
            "O1: the id map finds every box",
        )?;
        holds(
            node.bounds.contains(&item.aabb),
            "O2: bounds contain all boxes of the subtree",
        )?;
        let category = entry.map_or(0, |entry| entry.category);
        holds(
            node.category & category == category,
            "O2: categories contain all bits of the subtree",
        )?;
        holds(
            self.follows_rule(index, item),
            "O3: every box is in the node that the rule chooses",
        )
    }

    /// Whether the rule of a strict tree chooses this node, on every level of the path to it.
    fn follows_rule(&self, index: NodeIndex, item: &CellBox<S, D>) -> bool {
        // In a loose tree the rule affects only speed, and a node that has become the root keeps
        // its boxes.
        if index == OUTSIDE || !self.looseness.is_strict() {
            return true;
        }
        let node = self.node(index);
        let stays = node.is_leaf() || self.child_for(node, &item.aabb).is_none();
        let mut below = index;
        let mut is_on_path = stays && self.node(ROOT).cell.contains(&item.aabb);
        while is_on_path && below != ROOT {
            let parent = self.node(self.node(below).parent);
            is_on_path = self.child_for(parent, &item.aabb) == Some(below - parent.children);
            below = self.node(below).parent;
        }
        is_on_path
    }

    fn check_counts(&self, index: NodeIndex, node: &CellNode<S, D>) -> Result<(), Violation> {
        let location = format_args!("node {index}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        let children = || self.children_of(node).map(|child| self.node(child));
        let below: usize = children().map(|child| child.count as usize).sum();
        holds(
            node.count as usize == node.items.len() + below,
            "O2: a count is the number of boxes of the subtree",
        )?;
        let contains = |child: &CellNode<S, D>| {
            node.bounds.contains(&child.bounds) && node.category & child.category == child.category
        };
        holds(
            children().all(|child| child.count == 0 || contains(child)),
            "O2: bounds and categories contain the children's",
        )
    }

    fn check_link(
        &self,
        parent: NodeIndex,
        number: NodeIndex,
        child: NodeIndex,
    ) -> Result<(), Violation> {
        let location = format_args!("node {child}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        holds(
            self.node(child).parent == parent,
            "O4: the parent link of a child is its parent",
        )?;
        let parent = self.node(parent);
        let cell = child_cell(&parent.cell, &parent.center, number);
        holds(
            !self.looseness.is_strict() || self.node(child).cell == cell,
            "O4: the cells of children meet at the center",
        )
    }
}
