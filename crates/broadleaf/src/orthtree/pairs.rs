//! Overlapping pairs: within a node, between a node and those below it, and, in a loose tree,
//! between siblings.

use super::Orthtree;
use super::layout::{Item, NodeIndex, OUTSIDE, ROOT};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// From this many boxes on, sorting them is cheaper than comparing each with every other.
const MANY: usize = 48;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let visit = |a: Id, b: Id| visit(a.min(b), a.max(b));
        let mut join = Join {
            tree: self,
            visit,
            list: Vec::new(),
        };
        join.among(OUTSIDE)?;
        join.own_with_subtree(OUTSIDE, ROOT)?;
        join.below(ROOT)
    }
}

struct Join<'a, S: Scalar, const D: usize, V> {
    tree: &'a Orthtree<S, D>,
    visit: V,
    /// Boxes on their way down, level upon level: a stack of lists.
    list: Vec<Item<S, D>>,
}

impl<S: Scalar, const D: usize, B, V: FnMut(Id, Id) -> ControlFlow<B>> Join<'_, S, D, V> {
    /// All pairs at or below a node.
    fn below(&mut self, index: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        self.among(index)?;
        let children = tree.children(tree.node(index));
        for child in children.clone().filter(|&child| tree.node(child).count > 0) {
            self.own_with_subtree(index, child)?;
            self.below(child)?;
            if tree.eighths > 0 {
                // In a strict tree no two boxes below different siblings touch.
                (child + 1..children.end).try_for_each(|other| self.across(child, other))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All pairs of a box at or below one node and a box at or below another that is not above or
    /// below it.
    fn across(&mut self, a: NodeIndex, b: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        let (first, second) = (tree.node(a), tree.node(b));
        if first.count == 0 || second.count == 0 || !first.bounds.overlaps(&second.bounds) {
            return ControlFlow::Continue(());
        }
        self.own_with_subtree(a, b)?;
        for child in tree.children(first) {
            self.own_with_subtree(b, child)?;
            tree.children(second)
                .try_for_each(|other| self.across(child, other))?;
        }
        ControlFlow::Continue(())
    }

    /// All pairs of a node's own boxes.
    fn among(&mut self, index: NodeIndex) -> ControlFlow<B> {
        let items = &self.tree.node(index).items[..];
        if items.len() >= MANY {
            return self.sweep(items);
        }
        for (i, a) in items.iter().enumerate() {
            for b in items[i + 1..].iter().filter(|b| a.aabb.overlaps(&b.aabb)) {
                (self.visit)(a.id, b.id)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All pairs of many boxes: sorted along the axis on which their starts are spread widest, each
    /// is compared with those that start before it ends.
    fn sweep(&mut self, items: &[Item<S, D>]) -> ControlFlow<B> {
        let Some(all) = Aabb::enclosing(items.iter().map(|item| Aabb::point(item.aabb.min())))
        else {
            return ControlFlow::Continue(());
        };
        let extents = all.extents();
        let axis = (1..D).fold(0, |widest, axis| {
            if extents[axis] > extents[widest] {
                axis
            } else {
                widest
            }
        });
        let start = self.list.len();
        self.list.extend_from_slice(items);
        sort_by_start(&mut self.list[start..], axis);
        for i in start..self.list.len() {
            let a = self.list[i];
            let end = a.aabb.max()[axis];
            for b in self.list[i + 1..]
                .iter()
                .take_while(|b| b.aabb.min()[axis] <= end)
            {
                if a.aabb.overlaps(&b.aabb) {
                    (self.visit)(a.id, b.id)?;
                }
            }
        }
        self.list.truncate(start);
        ControlFlow::Continue(())
    }

    /// All pairs of one node's own boxes and boxes at or below another.
    fn own_with_subtree(&mut self, own: NodeIndex, subtree: NodeIndex) -> ControlFlow<B> {
        let (own, node) = (self.tree.node(own), self.tree.node(subtree));
        if node.count == 0 || own.items.is_empty() {
            return ControlFlow::Continue(());
        }
        let start = self.list.len();
        self.list.extend(
            own.items
                .iter()
                .filter(|item| item.aabb.overlaps(&node.bounds)),
        );
        self.list_with_subtree(start, subtree)
    }

    /// All pairs of the boxes in the list from `start` on and boxes at or below a node. Takes them
    /// off the list.
    fn list_with_subtree(&mut self, start: usize, subtree: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        let end = self.list.len();
        let Some(reach) = Aabb::enclosing(self.list[start..].iter().map(|item| item.aabb)) else {
            return ControlFlow::Continue(());
        };
        let node = tree.node(subtree);
        for a in node.items.iter().filter(|a| a.aabb.overlaps(&reach)) {
            for b in self.list[start..]
                .iter()
                .filter(|b| a.aabb.overlaps(&b.aabb))
            {
                (self.visit)(a.id, b.id)?;
            }
        }
        for child in tree
            .children(node)
            .filter(|&child| tree.node(child).count > 0)
        {
            for i in start..end {
                let item = self.list[i];
                if item.aabb.overlaps(&tree.node(child).bounds) {
                    self.list.push(item);
                }
            }
            self.list_with_subtree(end, child)?;
        }
        self.list.truncate(start);
        ControlFlow::Continue(())
    }
}

/// Sorts by where boxes start on an axis. Apart from the join, so that it is compiled once and not
/// for each visitor.
fn sort_by_start<S: Scalar, const D: usize>(items: &mut [Item<S, D>], axis: usize) {
    items.sort_unstable_by(|a, b| {
        let by_min = a.aabb.min()[axis].partial_cmp(&b.aabb.min()[axis]);
        by_min
            .unwrap_or(core::cmp::Ordering::Equal)
            .then(a.id.cmp(&b.id))
    });
}
