//! Checks O1 to O7.

use super::Orthtree;
use super::layout::{NOBODY, Node, NodeIndex, OUTSIDE, ROOT};
use super::rule::child_cell;
use crate::geometry::Scalar;
use crate::report::Violation;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        let mut reached = vec![false; self.nodes.len() / Self::WIDTH as usize];
        reached[0] = true;
        let mut todo: Vec<(NodeIndex, u32)> = vec![(ROOT, 0), (OUTSIDE, 0)];
        let mut len = 0;
        ensure(
            [ROOT, OUTSIDE]
                .iter()
                .all(|&top| self.node(top).parent == NOBODY),
            "O4: nobody is above the root",
            ROOT,
        )?;
        while let Some((index, depth)) = todo.pop() {
            let node = self.node(index);
            len += node.items.len();
            self.check_items(index, node)?;
            self.check_counts(index, node)?;
            ensure(
                depth <= self.levels && depth <= Self::MOST_LEVELS,
                "O6: no node is deeper than noted",
                index,
            )?;
            if node.is_leaf() {
                continue;
            }
            let block = (node.children / Self::WIDTH) as usize;
            ensure(
                !core::mem::replace(&mut reached[block], true),
                "O7: a block has one parent",
                index,
            )?;
            ensure(
                node.count as usize > self.capacity(),
                "O5: what fits into a leaf is one",
                index,
            )?;
            for (number, child) in (0..).zip(self.children(node)) {
                ensure(
                    self.node(child).parent == index,
                    "O4: the parent link leads to the parent",
                    child,
                )?;
                ensure(
                    self.node(child).cell == child_cell(&node.cell, &node.center, number),
                    "O4: children's cells meet at the center",
                    child,
                )?;
                todo.push((child, depth + 1));
            }
        }
        ensure(len == self.slots.len(), "O1: every box is in a node", ROOT)?;
        let in_use = reached.iter().filter(|&&reached| reached).count();
        let free = self.blocks.free();
        ensure(
            in_use + free.len() == self.blocks.len(),
            "O7: every block is reachable or free",
            ROOT,
        )?;
        ensure(
            free.iter().all(|&block| !reached[block as usize]),
            "O7: free blocks are not reachable",
            ROOT,
        )
    }

    fn check_items(&self, index: NodeIndex, node: &Node<S, D>) -> Result<(), Violation> {
        for (number, item) in node.items.iter().enumerate() {
            let place = self.places.get(item.slot as usize);
            let found =
                place.is_some_and(|place| place.node == index && place.index as usize == number);
            ensure(
                found && self.slots.get(item.id) == Some(item.slot),
                "O1: the id map leads to every box",
                index,
            )?;
            ensure(
                node.bounds.contains(&item.aabb),
                "O2: bounds contain all boxes",
                index,
            )?;
            let category = place.map_or(0, |place| place.category);
            ensure(
                node.category & category == category,
                "O2: categories contain all boxes'",
                index,
            )?;
            ensure(
                self.may_be_in(index, item),
                "O3: boxes are where the rule puts them",
                index,
            )?;
        }
        Ok(())
    }

    /// Whether the rule allows a box in this node: nowhere on the way down is there another side it
    /// belongs on.
    fn may_be_in(&self, index: NodeIndex, item: &super::layout::Item<S, D>) -> bool {
        let node = self.node(index);
        // In a loose tree the rule is about speed, and what becomes the root keeps its boxes.
        if index == OUTSIDE || self.eighths > 0 {
            return true;
        }
        let stays = node.is_leaf() || self.child_for(node, &item.aabb).is_none();
        let mut below = index;
        let mut on_path = stays && self.node(ROOT).cell.contains(&item.aabb);
        while on_path && below != ROOT {
            let parent = self.node(self.node(below).parent);
            on_path = self.child_for(parent, &item.aabb) == Some(below - parent.children);
            below = self.node(below).parent;
        }
        on_path
    }

    fn check_counts(&self, index: NodeIndex, node: &Node<S, D>) -> Result<(), Violation> {
        let below = self.children(node).map(|child| self.node(child));
        let count = node.items.len()
            + below
                .clone()
                .map(|child| child.count as usize)
                .sum::<usize>();
        ensure(
            node.count as usize == count,
            "O2: a count is that of the boxes at or below",
            index,
        )?;
        let mut filled = below.filter(|child| child.count > 0);
        ensure(
            filled.all(|child| {
                node.bounds.contains(&child.bounds)
                    && node.category & child.category == child.category
            }),
            "O2: bounds and categories contain the children's",
            index,
        )
    }
}

fn ensure(holds: bool, invariant: &'static str, index: NodeIndex) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, format!("node {index}")))
    }
}
