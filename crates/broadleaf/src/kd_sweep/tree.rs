//! The nodes, as the walks of every query see them.

use super::median_build::{CutOrLeaf, SweptBox, siblings};
use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::node_tree::{NodeSummary, NodeTree, TOP};
use crate::report::NodeView;
use crate::store::{Id, to_u32};
use core::ops::Range;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The items at a node: those of a leaf, and the pending ones below no node.
    fn range_at(&self, node: u32) -> Range<usize> {
        match self.nodes.get(node as usize) {
            None => self.tree_len()..self.items.len(),
            Some(node) if node.is_leaf() => node.range(),
            Some(_) => 0..0,
        }
    }

    fn numbered(&self, range: Range<usize>) -> impl Iterator<Item = (u32, &SweptBox<S, D>)> {
        (to_u32(range.start)..).zip(&self.items[range])
    }
}

/// A box has the same number everywhere: the index of its item.
impl<S: Scalar, const D: usize> NodeTree<S, D> for KdSweep<S, D> {
    #[inline]
    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let below = match node {
            TOP => 0..to_u32(self.nodes.len()),
            _ => node + 1..node + self.nodes[node as usize].nodes,
        };
        siblings(&self.nodes, below)
    }

    #[inline]
    fn summary(&self, node: u32) -> NodeSummary<'_, S, D> {
        let node = &self.nodes[node as usize];
        NodeSummary {
            bounds: &node.bounds,
            category: node.category,
            count: node.end - node.start,
        }
    }

    #[inline]
    fn boxes_at(&self, node: u32) -> impl Iterator<Item = (u32, &Aabb<S, D>, Id)> {
        let items = self.numbered(self.range_at(node));
        items.map(|(index, item)| (index, &item.aabb, item.id))
    }

    #[inline]
    fn admits(&self, index: u32, category: impl Fn(u32) -> bool) -> bool {
        category(self.items[index as usize].category) && self.is_live(index as usize)
    }

    /// The boxes of a leaf lie in the order of their starts. The first that may overlap is the
    /// first up to which an end reaches the box, the last one starts where the box ends.
    #[inline]
    fn candidates(&self, node: u32, aabb: &Aabb<S, D>) -> impl Iterator<Item = (u32, &Aabb<S, D>)> {
        let Range { mut start, end } = self.range_at(node);
        let leaf = self.nodes.get(node as usize);
        let (mut axis, mut limit) = (0, S::MAX);
        if let Some(CutOrLeaf::Leaf { axis: sorted }) = leaf.map(|leaf| leaf.kind) {
            let [from, to] = aabb.ends(sorted);
            (axis, limit) = (sorted, to);
            start += self.max_ends[start..end].partition_point(|&max_end| max_end < from);
        }
        let items = self.numbered(start..end);
        let items = items.map(|(index, item)| (index, &item.aabb));
        items.take_while(move |(_, aabb)| aabb.ends(axis)[0] <= limit)
    }

    fn view(&self, node: u32) -> Option<NodeView<S, D>> {
        let node = &self.nodes[node as usize];
        let cut = match node.kind {
            CutOrLeaf::Cut { cut, .. } => Some((cut.axis, cut.at)),
            CutOrLeaf::Leaf { .. } => None,
        };
        let view = NodeView {
            cut,
            ..NodeView::inner(node.bounds, 0, 0)
        };
        // The only box of an index is its only node.
        (self.indices.len() > 1).then_some(view)
    }
}
