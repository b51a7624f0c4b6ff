//! Checks K1 to K7.

use alloc::vec::Vec;
use core::ops::Range;

use super::median_build::{Cut, CutOrLeaf, Side, SweptBox, children, max_depth};
use super::sweep::KdSweep;
use crate::geometry::{Scalar, greater};
use crate::report::{Violation, ensure};
use crate::store::to_u32;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        self.check_map()?;
        let max = self.max_pending();
        ensure(
            self.pending().len() <= max && self.stale <= max,
            "K7: the numbers of pending and of stale items are limited",
            "the pending list",
        )?;
        if let Some(root) = self.nodes.first() {
            ensure(
                root.start == 0 && root.nodes as usize == self.nodes.len(),
                "K3: the root has all items and nodes",
                "the root",
            )?;
            self.check_subtree(0, 0)?;
        }
        Ok(())
    }

    fn check_map(&self) -> Result<(), Violation> {
        let is_found =
            |index: &usize| self.indices.get(self.items[*index].id) == Some(to_u32(*index));
        let tree_len = self.tree_len();
        let found = (0..tree_len).filter(is_found).count();
        ensure(
            found + self.stale == tree_len,
            "K1: every item of the tree is stale or found by the id map",
            "the tree",
        )?;
        ensure(
            (tree_len..self.items.len()).all(|index| is_found(&index)),
            "K1: the id map finds all pending items",
            "the pending list",
        )?;
        ensure(
            found + self.pending().len() == self.indices.len(),
            "K1: the id map finds items only",
            "the id map",
        )
    }

    fn check_subtree(&self, index: u32, depth: u32) -> Result<(), Violation> {
        let node = &self.nodes[index as usize];
        let items = &self.items[node.range()];
        let location = format_args!("node {index}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        holds(
            !items.is_empty() && depth <= max_depth(self.tree_len(), D),
            "K6: no leaf is empty or too deep",
        )?;
        holds(
            items.iter().all(|item| node.bounds.contains(&item.aabb)),
            "K2: bounds contain all boxes of the subtree",
        )?;
        let has_category = |item: &SweptBox<S, D>| node.category & item.category == item.category;
        holds(
            items.iter().all(has_category),
            "K2: categories contain all bits of the subtree",
        )?;
        match node.kind {
            CutOrLeaf::Leaf { axis } => self.check_leaf(index, axis)?,
            CutOrLeaf::Cut { cut, is_crossed } => self.check_children(index, cut, is_crossed)?,
        }
        children(&self.nodes, index).try_for_each(|child| self.check_subtree(child, depth + 1))
    }

    fn check_leaf(&self, index: u32, axis: usize) -> Result<(), Violation> {
        let node = &self.nodes[index as usize];
        let items = &self.items[node.range()];
        let location = format_args!("node {index}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        let is_sorted = items.is_sorted_by(|a, b| a.aabb.min()[axis] <= b.aabb.min()[axis]);
        holds(
            is_sorted && node.nodes == 1,
            "K5: the items of a leaf are sorted",
        )?;
        let mut max_end = S::MIN;
        let is_known = |(item, &known): (&SweptBox<S, D>, &S)| {
            max_end = greater(max_end, item.aabb.ends(axis)[1]);
            max_end == known
        };
        holds(
            items.iter().zip(&self.max_ends[node.range()]).all(is_known),
            "K5: the greatest end up to every item is known",
        )
    }

    fn check_children(&self, index: u32, cut: Cut<S>, is_crossed: bool) -> Result<(), Violation> {
        let node = &self.nodes[index as usize];
        let (mut start, mut nodes, mut sides) = (node.start, 1, Vec::new());
        for child in children(&self.nodes, index) {
            let below = &self.nodes[child as usize];
            let location = format_args!("node {child}");
            let holds = |is_true, invariant| ensure(is_true, invariant, location);
            holds(
                below.start == start,
                "K3: the items of siblings are consecutive",
            )?;
            let side = self.side_of_all(below.range(), cut);
            holds(side.is_some(), "K4: a child is on one side of its cut")?;
            holds(
                (side == Some(Side::Crossing)) == (is_crossed && child == index + 1),
                "K4: the items that cross a cut are its first child",
            )?;
            sides.push(side);
            (start, nodes) = (below.end, nodes + below.nodes);
        }
        let location = format_args!("node {index}");
        let holds = |is_true, invariant| ensure(is_true, invariant, location);
        holds(
            start == node.end && nodes == node.nodes,
            "K3: the children have all items and nodes of their parent",
        )?;
        holds(
            sides.is_sorted_by(|a, b| a < b),
            "K4: the child below a cut precedes the one above it",
        )
    }

    /// The side of a cut that all items of a range are on, if there is one.
    fn side_of_all(&self, range: Range<usize>, cut: Cut<S>) -> Option<Side> {
        let mut sides = self.items[range].iter().map(|item| cut.side(&item.aabb));
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    }
}
