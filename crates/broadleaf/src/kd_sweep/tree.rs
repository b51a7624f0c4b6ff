//! The nodes, as the traversals of every query see them.

use super::median_build::{CutOrLeaf, SweptBox, siblings};
use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::node_tree::{FoundPairs, NodeSummary, NodeTree, TOP};
use crate::report::NodeView;
use crate::store::{Id, to_u32};
use core::ops::{ControlFlow, Range};

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The items at a node: those of a leaf, and the pending items for the top.
    fn range_at(&self, node: u32) -> Range<usize> {
        match self.nodes.get(node as usize) {
            None => self.tree_len()..self.items.len(),
            Some(node) if node.is_leaf() => node.range(),
            Some(_) => 0..0,
        }
    }
}

/// A box is represented by the index of its item in pairs.
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
    fn aabbs_at(&self, node: u32) -> impl Iterator<Item = &Aabb<S, D>> {
        self.items[self.range_at(node)]
            .iter()
            .map(|item| &item.aabb)
    }

    /// A separate function, so that the compiler keeps the region in registers and compares all
    /// sides of a box at once. Inlined into the traversal, the loop is a third slower.
    #[inline(never)]
    fn visit_boxes_at<R, B>(
        &self,
        node: u32,
        test: impl Fn(&Aabb<S, D>) -> Option<R>,
        admits: impl Fn(u32) -> bool,
        mut visit: impl FnMut(R, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let range = self.range_at(node);
        for (index, item) in range.clone().zip(&self.items[range]) {
            if let Some(result) = test(&item.aabb)
                && admits(item.category)
                && self.is_live(index)
            {
                visit(result, item.id)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The boxes of a leaf are in the order of their starts. The first that may overlap a query box
    /// is the first whose `max_end` reaches it; from the first that starts after the query box on,
    /// none does.
    #[inline]
    fn pairs_at<'q>(
        &self,
        node: u32,
        queries: impl Iterator<Item = (&'q Aabb<S, D>, u32)>,
        found: &mut FoundPairs<'_>,
    ) -> ControlFlow<()> {
        let node = &self.nodes[node as usize];
        let CutOrLeaf::Leaf { axis } = node.kind else {
            return ControlFlow::Continue(());
        };
        let (items, max_ends) = (&self.items[node.range()], &self.max_ends[node.range()]);
        for (aabb, key) in queries {
            let start = aabb.ends(axis)[0];
            let first = max_ends.partition_point(|&max_end| max_end < start);
            let reached = (node.start + to_u32(first)..).zip(&items[first..]);
            sweep((aabb, key), axis, reached, found)?;
        }
        ControlFlow::Continue(())
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
        // The only box of an index is its only view.
        (self.indices.len() > 1).then_some(view)
    }
}

/// Finds the pairs of a box, which has a key, and items that are sorted by their starts along an
/// axis.
#[inline]
pub(super) fn sweep<'a, S: Scalar, const D: usize>(
    (aabb, key): (&Aabb<S, D>, u32),
    axis: usize,
    items: impl Iterator<Item = (u32, &'a SweptBox<S, D>)>,
    found: &mut FoundPairs<'_>,
) -> ControlFlow<()> {
    let end = aabb.ends(axis)[1];
    for (index, item) in items.take_while(|(_, item)| item.aabb.ends(axis)[0] <= end) {
        found.push_if(aabb.overlaps(&item.aabb), [index, key])?;
    }
    ControlFlow::Continue(())
}
