//! Overlapping pairs: within a node, between a node and its descendants and, in a loose tree,
//! between sibling subtrees.
//!
//! A node's own boxes are a list that descends into another subtree and gets shorter at every node.
//! A walk from the top for each box took 680 ns per box instead of 267 (100,000 loose boxes in 3D):
//! finding the node of the other box again costs as much as comparing the boxes.

use super::node::{NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use super::tuning::{COST_OF_NODE, MIN_SWEPT};
use crate::geometry::{Aabb, Scalar};
use crate::index::{Pieces, PiecesBy};
use crate::node_tree::{Descent, TOP};
use crate::store::{Id, to_u32};
use crate::visit::{keep_break, never_breaks};
use core::ops::{ControlFlow, Range};

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The search for pairs in pieces of work.
    pub(super) fn pieces_of_pairs(&self) -> impl Pieces + '_ {
        let (nodes, cost) = (self.nodes.len(), COST_OF_NODE);
        let visit_piece = move |piece, visit: &mut dyn FnMut(Id, Id)| {
            let nodes = cost.range(piece, nodes);
            let ControlFlow::Continue(()) = self.visit_pairs_at(nodes, never_breaks(visit));
        };
        PiecesBy(cost.pieces(nodes), visit_piece)
    }

    /// Visits the overlapping pairs that are found at a range of nodes, smaller id first. Free
    /// nodes are empty leaves, which have none.
    pub(super) fn visit_pairs_at<B>(
        &self,
        nodes: Range<usize>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        keep_break(
            |visit_found| {
                Descent::run(self, &self.lists, visit_found, |descent| {
                    let mut nodes = to_u32(nodes.start)..to_u32(nodes.end);
                    nodes.try_for_each(|node| self.pairs_of_node(node, descent))
                })
            },
            &mut |found| {
                let mut found = found.iter();
                found.try_for_each(|&[a, b]| visit(Id(a.min(b)), Id(a.max(b))))
            },
        )
    }

    /// Visits every overlapping pair of a box of a slice, as its index, and a box of the tree.
    pub(super) fn visit_pairs_with(&self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) {
        let all = 0..to_u32(boxes.len());
        let query = |number: u32| (&boxes[number as usize], number);
        let _ = Descent::run(
            self,
            &self.lists,
            &mut |found| {
                found.iter().for_each(|&[id, number]| visit(number, Id(id)));
                ControlFlow::Continue(())
            },
            |descent| descent.descend(TOP, all, &query),
        );
    }

    /// Finds all pairs in the subtree of a node except the pairs within the subtree of a child.
    ///
    /// In a strict tree, boxes of sibling cells never touch. In a loose tree they may overhang
    /// their cells, so every two sibling subtrees are compared; their bounds separate most of them.
    fn pairs_of_node(
        &self,
        index: NodeIndex,
        descent: &mut Descent<'_, '_, Self>,
    ) -> ControlFlow<()> {
        self.own_pairs(index, descent)?;
        if index == OUTSIDE {
            return self.pairs_with_subtree(OUTSIDE, ROOT, descent);
        }
        let children = self.children_of(self.node(index));
        for child in children.clone() {
            self.pairs_with_subtree(index, child, descent)?;
            if !self.looseness.is_strict() {
                (child + 1..children.end)
                    .try_for_each(|other| self.pairs_of_subtrees(child, other, descent))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of a box in one subtree and a box in another, disjoint one.
    ///
    /// The boxes of `a` itself are compared with all of `b`, those of `b` itself with everything
    /// below `a`, and the rest in pairs of children. So each pair is found once, even if one
    /// subtree is deeper than the other.
    fn pairs_of_subtrees(
        &self,
        a: NodeIndex,
        b: NodeIndex,
        descent: &mut Descent<'_, '_, Self>,
    ) -> ControlFlow<()> {
        let (first, second) = (self.node(a), self.node(b));
        if first.count == 0 || second.count == 0 || !first.bounds.overlaps(&second.bounds) {
            return ControlFlow::Continue(());
        }
        self.pairs_with_subtree(a, b, descent)?;
        for child in self.children_of(first) {
            self.pairs_with_subtree(b, child, descent)?;
            self.children_of(second)
                .try_for_each(|other| self.pairs_of_subtrees(child, other, descent))?;
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs among a node's own boxes.
    ///
    /// A separate function, so that the compiler keeps the box in registers.
    #[inline(never)]
    fn own_pairs(&self, index: NodeIndex, descent: &mut Descent<'_, '_, Self>) -> ControlFlow<()> {
        let items = &self.node(index).items[..];
        if items.len() >= MIN_SWEPT {
            return descent.sweep(0..to_u32(items.len()), &self.query(index));
        }
        for (i, a) in items.iter().enumerate() {
            // Few of them overlap, so the branch is predicted. Storing every pair without a branch
            // took twice as long for long boxes.
            for b in items[i + 1..].iter().filter(|b| a.aabb.overlaps(&b.aabb)) {
                descent.found.push_if(true, [a.id.0, b.id.0])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds all pairs of a node's own boxes and boxes in another subtree.
    fn pairs_with_subtree(
        &self,
        own: NodeIndex,
        subtree: NodeIndex,
        descent: &mut Descent<'_, '_, Self>,
    ) -> ControlFlow<()> {
        let own_boxes = 0..to_u32(self.node(own).items.len());
        descent.descend(subtree, own_boxes, &self.query(own))
    }

    /// A node's own boxes as query boxes.
    fn query<'a>(&'a self, index: NodeIndex) -> impl Fn(u32) -> (&'a Aabb<S, D>, u32) {
        let items = &self.node(index).items[..];
        move |number| {
            let item = &items[number as usize];
            (&item.aabb, item.id.0)
        }
    }
}
