//! The pairs of one tree, and of two, in independent pieces of work.

use crate::dynamic_tree::layout::{NodeIndex, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::COST_OF_SIBLINGS;
use crate::filter::Masks;
use crate::geometry::Scalar;
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(crate) fn pieces(&self) -> usize {
        COST_OF_SIBLINGS.pieces(self.siblings.len())
    }

    pub(crate) fn for_each_pair_of_piece_at(
        &self,
        piece: usize,
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id),
    ) {
        let siblings = COST_OF_SIBLINGS.range(piece, self.siblings.len());
        // The first pair is the root and an unused node.
        let siblings = siblings.start.max(1)..siblings.end;
        let ControlFlow::Continue(()) =
            self.visit_pairs_below(siblings, masks, never_breaks(visit));
    }

    pub(crate) fn for_each_pair_below(
        &self,
        other: &Self,
        nodes: (NodeIndex, NodeIndex),
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id),
    ) {
        let ControlFlow::Continue(()) =
            self.visit_pairs_below_both(other, Some(nodes), masks, never_breaks(visit));
    }

    /// Pairs of overlapping nodes near the two roots; all overlapping pairs are below them.
    pub(crate) fn nodes_that_overlap(&self, other: &Self) -> Vec<(NodeIndex, NodeIndex)> {
        let mut nodes = Vec::from_iter(self.roots_with(other));
        while nodes.len() < self.pieces() + other.pieces() {
            let below = nodes.iter().flat_map(|&(ours, theirs)| {
                let (ours, theirs) = (self.opened(ours), other.opened(theirs));
                ours.into_iter()
                    .flat_map(move |a| theirs.clone().into_iter().map(move |b| (a, b)))
            });
            let overlap =
                |&(a, b): &(NodeIndex, NodeIndex)| self.node(a).aabb.overlaps(&other.node(b).aabb);
            let below: Vec<_> = below.filter(overlap).collect();
            if below == nodes {
                break;
            }
            nodes = below;
        }
        nodes
    }

    /// The children of an inner node; a leaf stands for itself.
    fn opened(&self, index: NodeIndex) -> Vec<NodeIndex> {
        let node: &TreeNode<S, D> = self.node(index);
        if node.is_inner() {
            [0, 1]
                .map(|side| NodeIndex::new(node.children(), side))
                .to_vec()
        } else {
            vec![index]
        }
    }
}
