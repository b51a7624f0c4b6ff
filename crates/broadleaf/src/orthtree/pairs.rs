//! Overlapping pairs: inside a node, of a node and its descendants and, in a loose tree, of sibling
//! subtrees.

use super::node::{Item, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar, compare};
use crate::store::{Id, to_u32};
use crate::visit::never_breaks;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// At least this number of items are sorted and swept; fewer are all compared with each other.
const MIN_SWEEP: usize = 48;

/// The number of nodes that are searched as one piece of work.
const PIECE: usize = 256;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.join(
            |a: Id, b: Id| visit(a.min(b), a.max(b)),
            |join| {
                join.outside()?;
                join.subtree(ROOT)
            },
        )
    }

    /// The number of pieces of work in a search for pairs.
    pub(super) fn pieces(&self) -> usize {
        self.nodes.len().div_ceil(PIECE)
    }

    /// Visits the overlapping pairs that are found at the nodes of one piece of work.
    pub(super) fn for_each_pair_of_piece_at(&self, piece: usize, mut visit: impl FnMut(Id, Id)) {
        let end = self.nodes.len().min((piece + 1) * PIECE);
        let visit = never_breaks(|a: Id, b: Id| visit(a.min(b), a.max(b)));
        let ControlFlow::Continue(()) = self.join(visit, |join| {
            (to_u32(piece * PIECE)..to_u32(end)).try_for_each(|index| match index {
                OUTSIDE => join.outside(),
                _ if self.node(index).count == 0 => ControlFlow::Continue(()),
                _ => join.node(index),
            })
        });
    }

    fn join<V, B>(
        &self,
        visit: V,
        work: impl FnOnce(&mut Join<'_, S, D, V>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut stack = self.lists.take().unwrap_or_default();
        stack.clear();
        let mut join = Join {
            tree: self,
            visit,
            stack,
        };
        let flow = work(&mut join);
        self.lists.give_back(join.stack);
        flow
    }
}

struct Join<'a, S: Scalar, const D: usize, V> {
    tree: &'a Orthtree<S, D>,
    visit: V,
    /// Lists of items that descend the tree: a list for each level, the deepest last.
    stack: Vec<Item<S, D>>,
}

impl<S: Scalar, const D: usize, B, V: FnMut(Id, Id) -> ControlFlow<B>> Join<'_, S, D, V> {
    /// Visits all pairs of a box outside the root.
    fn outside(&mut self) -> ControlFlow<B> {
        self.own(OUTSIDE)?;
        self.own_with_subtree(OUTSIDE, ROOT)
    }

    /// Visits all pairs in the subtree of a node.
    fn subtree(&mut self, index: NodeIndex) -> ControlFlow<B> {
        self.node(index)?;
        let tree = self.tree;
        let mut children = tree.children(tree.node(index));
        children.try_for_each(|child| match tree.node(child).count {
            0 => ControlFlow::Continue(()),
            _ => self.subtree(child),
        })
    }

    /// Visits all pairs in the subtree of a node that are not in the subtree of a child.
    fn node(&mut self, index: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        self.own(index)?;
        let children = tree.children(tree.node(index));
        for child in children.clone().filter(|&child| tree.node(child).count > 0) {
            self.own_with_subtree(index, child)?;
            if !tree.looseness.is_strict() {
                // In a strict tree boxes of sibling subtrees never touch.
                (child + 1..children.end).try_for_each(|other| self.subtrees(child, other))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits all pairs of a box in one subtree and a box in another, disjoint one.
    fn subtrees(&mut self, a: NodeIndex, b: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        let (first, second) = (tree.node(a), tree.node(b));
        if first.count == 0 || second.count == 0 || !first.bounds.overlaps(&second.bounds) {
            return ControlFlow::Continue(());
        }
        self.own_with_subtree(a, b)?;
        for child in tree.children(first) {
            self.own_with_subtree(b, child)?;
            tree.children(second)
                .try_for_each(|other| self.subtrees(child, other))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits all pairs of a node's own items.
    fn own(&mut self, index: NodeIndex) -> ControlFlow<B> {
        let items = &self.tree.node(index).items[..];
        if items.len() >= MIN_SWEEP {
            return self.sweep(items);
        }
        for (i, a) in items.iter().enumerate() {
            for b in items[i + 1..].iter().filter(|b| a.aabb.overlaps(&b.aabb)) {
                (self.visit)(a.id, b.id)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits all pairs of many items: sorts them along an axis, and compares each with those that
    /// start before it ends.
    fn sweep(&mut self, items: &[Item<S, D>]) -> ControlFlow<B> {
        let axis = axis_to_sweep(items);
        let start = self.stack.len();
        self.stack.extend_from_slice(items);
        sort_by_start(&mut self.stack[start..], axis);
        for i in start..self.stack.len() {
            let a = self.stack[i];
            let end = a.aabb.max()[axis];
            let later = self.stack[i + 1..].iter();
            for b in later.take_while(|b| b.aabb.min()[axis] <= end) {
                if a.aabb.overlaps(&b.aabb) {
                    (self.visit)(a.id, b.id)?;
                }
            }
        }
        self.stack.truncate(start);
        ControlFlow::Continue(())
    }

    /// Visits all pairs of a node's own items and items in another subtree.
    fn own_with_subtree(&mut self, own: NodeIndex, subtree: NodeIndex) -> ControlFlow<B> {
        let (own, node) = (self.tree.node(own), self.tree.node(subtree));
        if node.count == 0 || own.items.is_empty() {
            return ControlFlow::Continue(());
        }
        let start = self.stack.len();
        let is_near = |item: &&Item<S, D>| item.aabb.overlaps(&node.bounds);
        self.stack.extend(own.items.iter().filter(is_near));
        self.list_with_subtree(start, subtree)
    }

    /// Visits all pairs of the items on the stack from `start` on and items in a subtree. Pops the
    /// items.
    fn list_with_subtree(&mut self, start: usize, subtree: NodeIndex) -> ControlFlow<B> {
        let tree = self.tree;
        let end = self.stack.len();
        let Some(bounds) = Aabb::enclosing(self.stack[start..].iter().map(|item| item.aabb)) else {
            return ControlFlow::Continue(());
        };
        let node = tree.node(subtree);
        for a in node.items.iter().filter(|a| a.aabb.overlaps(&bounds)) {
            let list = self.stack[start..].iter();
            for b in list.filter(|b| a.aabb.overlaps(&b.aabb)) {
                (self.visit)(a.id, b.id)?;
            }
        }
        let children = tree.children(node);
        for child in children.filter(|&child| tree.node(child).count > 0) {
            for i in start..end {
                let item = self.stack[i];
                if item.aabb.overlaps(&tree.node(child).bounds) {
                    self.stack.push(item);
                }
            }
            self.list_with_subtree(end, child)?;
        }
        self.stack.truncate(start);
        ControlFlow::Continue(())
    }
}

/// The axis on which the starts of items are spread widest.
fn axis_to_sweep<S: Scalar, const D: usize>(items: &[Item<S, D>]) -> usize {
    let starts = items.iter().map(|item| Aabb::point(item.aabb.min()));
    let Some(all) = Aabb::enclosing(starts) else {
        return 0;
    };
    let extents = all.extents();
    let wider = |widest: usize, axis: usize| {
        if extents[axis] > extents[widest] {
            axis
        } else {
            widest
        }
    };
    (1..D).fold(0, wider)
}

/// Sorts items by their starts along an axis. Apart from the join, so that it is compiled once for
/// all visitors.
fn sort_by_start<S: Scalar, const D: usize>(items: &mut [Item<S, D>], axis: usize) {
    items.sort_unstable_by(|a, b| {
        let by_start = compare(&a.aabb.min()[axis], &b.aabb.min()[axis]);
        by_start.then(a.id.cmp(&b.id))
    });
}
