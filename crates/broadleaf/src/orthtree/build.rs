//! Builds the whole tree from a list of items, on one thread or on many.
//!
//! Items are sorted by child, level by level, from one list into another and back. Large nodes are
//! divided one after the other, each by all threads; the subtrees below them are planned in
//! parallel. At the end, nodes and items move to their positions in the tree. The pieces of work
//! depend on the items alone.

use super::node::{CellBox, CellNode, OUTSIDE, ROOT};
use super::plan::{Plan, PlanMemory, Planned};
use super::planner::Planner;
use super::root::is_finite;
use super::tree::Orthtree;
use super::tuning::COST_OF_CHILD;
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;
use alloc::vec::Vec;
use core::mem::take;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Builds the tree of these items, whose ids already have slots. The nodes must have no items.
    pub(super) fn build(&mut self, executor: impl Executor, items: &mut Vec<CellBox<S, D>>) {
        let is_shared = executor.shares(items.len(), COST_OF_CHILD);
        executor.enter_if(is_shared, || {
            self.reset_nodes();
            let inside = self.place_root(items);
            let mut memory = take(&mut self.memory);
            let subtrees = self.plan(executor, &mut items[..inside], &mut memory);
            let (large, subtrees) = (&mut memory.large, &mut memory.subtrees[..subtrees]);
            let (own, outside) = (to_u32(inside)..to_u32(items.len()), &items[inside..]);
            large.settle(OUTSIDE, own, outside, self.category_of_all(outside));
            self.place(executor, items, large, subtrees);
            self.memory = memory;
        });
        self.changes = 0;
    }

    /// Makes the cell of an empty root contain all finite boxes, unless it is fixed. Moves the
    /// items outside the root to the end; returns the number of items inside.
    fn place_root(&mut self, items: &mut Vec<CellBox<S, D>>) -> usize {
        let boxes = || items.iter().map(|item| item.aabb);
        let all = Aabb::enclosing(boxes());
        let finite = all.filter(is_finite);
        let finite = finite.or_else(|| Aabb::enclosing(boxes().filter(is_finite)));
        if let Some(finite) = finite {
            self.grow_around(&finite);
        }
        let root = self.root();
        if all.is_some_and(|all| root.contains(&all)) {
            return items.len();
        }
        // Collected in the list that their node keeps, to reuse its memory.
        let mut outside = take(&mut self.node_mut(OUTSIDE).items);
        items.retain(|item| {
            let is_inside = root.contains(&item.aabb);
            if !is_inside {
                outside.push(*item);
            }
            is_inside
        });
        let inside = items.len();
        items.append(&mut outside);
        self.node_mut(OUTSIDE).items = outside;
        inside
    }

    /// Plans all nodes: the large ones, and the subtrees below them. Returns the number of
    /// subtrees.
    fn plan(
        &self,
        executor: impl Executor,
        items: &mut [CellBox<S, D>],
        memory: &mut PlanMemory<S, D>,
    ) -> usize {
        // A node is large if threads share its division. If even the root is not, everything is
        // planned at once, without a list of subtrees.
        let large_from = 2 * COST_OF_CHILD.piece();
        let grain = if items.len() < large_from {
            0
        } else {
            large_from
        };
        let (all, large, subtrees) = memory.begin(items);
        large.begin(ROOT, self.node(ROOT), 0);
        // The root's block includes the node for boxes outside it.
        let unused = || Planned::new(CellNode::new());
        large.nodes.resize_with(Self::CHILDREN as usize, unused);
        let mut planner = Planner::new(self, large, grain);
        planner.grow(executor, ROOT, 0, all);
        let seeds = planner.later;
        subtrees.resize_with(seeds.len().max(subtrees.len()), Plan::default);
        let seeds = seeds.into_iter().map(Some);
        let mut tasks: Vec<_> = seeds.zip(subtrees).collect();
        executor.for_each_mut(&mut tasks, |_, (seed, plan)| {
            if let Some(seed) = seed.take() {
                let root = &large.nodes[seed.index as usize].node;
                plan.begin(seed.index, root, seed.branch.first());
                Planner::new(self, plan, 0).grow(Sequential, ROOT, seed.depth, seed.branch);
                plan.sum_up();
            }
        });
        tasks.len()
    }
}
