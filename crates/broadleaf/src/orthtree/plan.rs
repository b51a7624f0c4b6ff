//! The nodes of a subtree during a build, before they have positions in the tree.

use super::box_run::BoxRun;
use super::node::{CellBox, CellNode, NodeIndex, ROOT};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;
use alloc::vec::Vec;
use core::ops::Range;

/// A node without its items, and their positions in the list of all items.
#[derive(Clone, Debug)]
pub(super) struct Planned<S, const D: usize> {
    pub(super) node: CellNode<S, D>,
    pub(super) own: Range<u32>,
}

/// The nodes of a subtree: the root, then blocks of siblings, parents before children.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan<S, const D: usize> {
    pub(super) nodes: Vec<Planned<S, D>>,
    /// The index of the root in the tree.
    pub(super) root: NodeIndex,
    /// The difference between the index of another node in the tree and its index here.
    pub(super) shift: NodeIndex,
    /// The position of the first item in the list of all items.
    pub(super) first: u32,
    /// An upper bound of the depth of the nodes in the tree.
    pub(super) levels: u32,
}

impl<S: Scalar, const D: usize> Plan<S, D> {
    /// Restarts the plan with a root that is an empty leaf.
    pub(super) fn begin(&mut self, index: NodeIndex, root: &CellNode<S, D>, first: u32) {
        (self.root, self.first) = (index, first);
        (self.shift, self.levels) = (0, 0);
        self.nodes.clear();
        self.nodes.push(Planned::new(root.clone()));
    }

    /// Gives a node its own items.
    pub(super) fn settle(
        &mut self,
        index: NodeIndex,
        own: Range<u32>,
        items: &[CellBox<S, D>],
        category: u32,
    ) {
        let planned = &mut self.nodes[index as usize];
        if let Some(bounds) = Aabb::enclosing(items.iter().map(|item| item.aabb)) {
            planned.node.add(&bounds, to_u32(items.len()), category);
        }
        planned.own = own;
    }

    /// The index of a child in the tree; 0 stands for no children.
    pub(super) fn child_in_tree(&self, child: NodeIndex) -> NodeIndex {
        if child == 0 { 0 } else { child + self.shift }
    }

    /// The index of a parent in the tree. The indices of large nodes are not shifted.
    pub(super) fn parent_in_tree(&self, parent: NodeIndex) -> NodeIndex {
        if parent == ROOT {
            self.root
        } else {
            parent.wrapping_add(self.shift)
        }
    }

    /// Adds the counts, bounds and categories of all nodes to those of their parents, from the
    /// deepest node to the root.
    pub(super) fn sum_up(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let CellNode {
                bounds,
                count,
                category,
                parent,
                ..
            } = self.nodes[index].node;
            // The node of the boxes outside the root has no parent.
            if count > 0
                && let Some(parent) = self.nodes.get_mut(parent as usize)
            {
                parent.node.add(&bounds, count, category);
            }
        }
    }
}

impl<S, const D: usize> Plan<S, D> {
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Planned<S, D>>()
    }
}

impl<S, const D: usize> Planned<S, D> {
    pub(super) fn new(node: CellNode<S, D>) -> Self {
        Self { node, own: 0..0 }
    }
}

/// Scratch memory that rebuilds reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanMemory<S, const D: usize> {
    pub(super) items: Vec<CellBox<S, D>>,
    spare: Vec<CellBox<S, D>>,
    /// The number of the child of each item.
    children: Vec<u8>,
    /// The large nodes.
    pub(super) large: Plan<S, D>,
    /// The subtrees below them.
    pub(super) subtrees: Vec<Plan<S, D>>,
}

impl<S: Scalar, const D: usize> PlanMemory<S, D> {
    /// All items as a run, and memory for the plans.
    pub(super) fn begin<'a>(
        &'a mut self,
        items: &'a mut [CellBox<S, D>],
    ) -> (
        BoxRun<'a, S, D>,
        &'a mut Plan<S, D>,
        &'a mut Vec<Plan<S, D>>,
    ) {
        let len = items.len();
        if let Some(&item) = items.first() {
            self.spare.resize(len.max(self.spare.len()), item);
            self.children.resize(len.max(self.children.len()), 0);
        }
        let branch = BoxRun::new(items, &mut self.spare[..len], &mut self.children[..len]);
        (branch, &mut self.large, &mut self.subtrees)
    }
}

impl<S, const D: usize> PlanMemory<S, D> {
    pub(super) fn bytes(&self) -> usize {
        let plans = self.subtrees.iter().chain([&self.large]);
        (self.items.capacity() + self.spare.capacity()) * size_of::<CellBox<S, D>>()
            + self.children.capacity()
            + self.subtrees.capacity() * size_of::<Plan<S, D>>()
            + plans.map(Plan::bytes).sum::<usize>()
    }
}
