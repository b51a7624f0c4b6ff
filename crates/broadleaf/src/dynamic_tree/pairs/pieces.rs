//! The pairs of one tree, and of two, in independent pieces of work.

use super::wanted::Wanted;
use crate::dynamic_tree::layout::{Node, NodeIndex};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Scalar;
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The number of pairs of siblings that are searched as one piece of work.
const PIECE: usize = 1024;
/// A join of two trees has at least this number of pieces, if the trees are large enough.
const JOIN_PIECES: usize = 256;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(in crate::dynamic_tree) fn pieces(&self) -> usize {
        self.siblings.len().div_ceil(PIECE)
    }

    pub(in crate::dynamic_tree) fn for_each_pair_of_piece_at(
        &self,
        piece: usize,
        wanted: impl Wanted,
        visit: impl FnMut(Id, Id),
    ) {
        let start = (piece * PIECE).max(1);
        let end = self.siblings.len().min((piece + 1) * PIECE);
        let ControlFlow::Continue(()) =
            self.visit_pairs_below(start..end, wanted, never_breaks(visit));
    }

    pub(in crate::dynamic_tree) fn for_each_pair_below(
        &self,
        other: &Self,
        nodes: (NodeIndex, NodeIndex),
        wanted: impl Wanted,
        visit: impl FnMut(Id, Id),
    ) {
        let ControlFlow::Continue(()) =
            self.visit_pairs_below_both(other, nodes, wanted, never_breaks(visit));
    }

    /// Nodes near the root here and in another tree, below which all pairs are found.
    pub(in crate::dynamic_tree) fn nodes_that_overlap(
        &self,
        other: &Self,
    ) -> Vec<(NodeIndex, NodeIndex)> {
        let mut nodes = Vec::from_iter(self.roots_with(other));
        while nodes.len() < JOIN_PIECES {
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

    /// The children of an inner node; a leaf itself.
    fn opened(&self, index: NodeIndex) -> Vec<NodeIndex> {
        let node: &Node<S, D> = self.node(index);
        if node.is_inner() {
            vec![
                NodeIndex::new(node.children(), 0),
                NodeIndex::new(node.children(), 1),
            ]
        } else {
            vec![index]
        }
    }
}
