//! The nodes of a subtree that is being built, before they have their places in the tree.

use super::node::{CellBox, CellNode, NodeIndex, ROOT};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;
use alloc::vec::Vec;
use core::ops::Range;

/// A node without its items, and where they are in the list of all items.
#[derive(Clone, Debug)]
pub(super) struct Planned<S, const D: usize> {
    pub(super) node: CellNode<S, D>,
    pub(super) own: Range<u32>,
}

/// The root of a subtree, and behind it the other nodes in blocks of siblings, parents before
/// children.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan<S, const D: usize> {
    pub(super) nodes: Vec<Planned<S, D>>,
    /// The index of the root in the tree.
    pub(super) root: NodeIndex,
    /// How much greater the indices of the other nodes are in the tree.
    pub(super) shift: NodeIndex,
    /// The place of the first item in the list of all items.
    pub(super) first: u32,
    /// No node is deeper in the tree.
    pub(super) levels: u32,
}

impl<S: Scalar, const D: usize> Plan<S, D> {
    /// Begins with a root, which is an empty leaf.
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

    /// The index in the tree of a child, or 0 of a leaf's.
    pub(super) fn child_in_tree(&self, child: NodeIndex) -> NodeIndex {
        if child == 0 { 0 } else { child + self.shift }
    }

    /// The index in the tree of a parent; the large nodes are not shifted.
    pub(super) fn parent_in_tree(&self, parent: NodeIndex) -> NodeIndex {
        if parent == ROOT {
            self.root
        } else {
            parent.wrapping_add(self.shift)
        }
    }

    /// Adds what children have to their parents, from the deepest one to the root.
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
