//! Plans a subtree by repeatedly sorting its items by child.

use super::box_run::BoxRun;
use super::choice::Choice;
use super::node::{CellNode, NodeIndex, child_cell};
use super::plan::{Plan, Planned};
use super::tree::Orthtree;
use crate::executor::Executor;
use crate::geometry::Scalar;
use crate::store::to_u32;
use alloc::vec::Vec;

/// Adds nodes to a plan.
pub(super) struct Planner<'t, 'a, S, const D: usize> {
    tree: &'t Orthtree<S, D>,
    plan: &'t mut Plan<S, D>,
    /// Subtrees with fewer items are left for later.
    grain: usize,
    pub(super) later: Vec<Seed<'a, S, D>>,
}

/// A subtree that is left for later.
pub(super) struct Seed<'a, S, const D: usize> {
    /// Its root, still an empty leaf.
    pub(super) index: NodeIndex,
    pub(super) depth: u32,
    pub(super) branch: BoxRun<'a, S, D>,
}

impl<'t, 'a, S: Scalar, const D: usize> Planner<'t, 'a, S, D> {
    pub(super) fn new(tree: &'t Orthtree<S, D>, plan: &'t mut Plan<S, D>, grain: usize) -> Self {
        Self {
            tree,
            plan,
            grain,
            later: Vec::new(),
        }
    }

    /// Plans the subtree of a node that is still an empty leaf.
    pub(super) fn grow(
        &mut self,
        executor: impl Executor,
        index: NodeIndex,
        depth: u32,
        mut branch: BoxRun<'a, S, D>,
    ) {
        let node = &self.plan.nodes[index as usize].node;
        let len = to_u32(branch.len());
        let is_over_full = branch.len() > self.tree.config.effective_leaf_capacity();
        if is_over_full && self.tree.may_divide(node, depth) {
            if branch.len() < self.grain {
                return self.later.push(Seed {
                    index,
                    depth,
                    branch,
                });
            }
            let mut counts = branch.divide(executor, &Choice::of(node, self.tree.looseness));
            if depth > 0 && counts[..Orthtree::<S, D>::CHILDREN as usize].contains(&len) {
                // The root keeps its cell, which encloses all boxes.
                let node = &mut self.plan.nodes[index as usize].node;
                self.tree.narrow(node, branch.boxes());
                if !self.tree.is_divisible(node) {
                    return self.settle(index, branch);
                }
                counts = branch.divide(executor, &Choice::of(node, self.tree.looseness));
            }
            let first = self.add_block(index);
            self.plan.levels = self.plan.levels.max(depth + 1);
            for (child, count) in (first..first + Orthtree::<S, D>::CHILDREN).zip(counts) {
                self.grow(executor, child, depth + 1, branch.split_off(count));
            }
        }
        self.settle(index, branch);
    }

    /// Gives a node the remaining items.
    fn settle(&mut self, index: NodeIndex, branch: BoxRun<'a, S, D>) {
        let (own, items) = branch.settle();
        let category = self.tree.category_of_all(items);
        self.plan.settle(index, own, items, category);
    }

    /// Adds empty leaves as the children of a node; returns the index of the first one.
    fn add_block(&mut self, parent: NodeIndex) -> NodeIndex {
        let nodes = &mut self.plan.nodes;
        let first = to_u32(nodes.len());
        let CellNode { cell, center, .. } = nodes[parent as usize].node;
        nodes[parent as usize].node.children = first;
        nodes.extend((0..Orthtree::<S, D>::CHILDREN).map(|child| {
            let mut node = CellNode::new();
            let cell = child_cell(&cell, &center, child);
            node.reset(cell, parent, self.tree.looseness);
            Planned::new(node)
        }));
        first
    }
}
