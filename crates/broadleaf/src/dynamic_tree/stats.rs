//! Measures, and nodes to draw.

use super::layout::{Node, NodeIndex};
use super::tree::DynamicTree;
use crate::geometry::Scalar;
use crate::report::{AreaRatio, NodeView, Stats};
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(super) fn measure(&self) -> Stats {
        let mut stats = Stats {
            len: self.leaves.len(),
            height: self.height(),
            bytes: self.bytes(),
            ..Stats::default()
        };
        let root = self.node(NodeIndex::ROOT).aabb;
        let mut area_ratio = AreaRatio::new(Some(root));
        self.visit_indices(|index, _| {
            let node = self.node(index);
            stats.nodes += 1;
            area_ratio.add(&node.aabb);
            if node.is_inner() {
                let [a, b] = self.children(node).map(|child| child.shape.height());
                stats.max_balance = stats.max_balance.max(a.abs_diff(b) as usize);
            }
        });
        stats.area_ratio = area_ratio.value();
        stats
    }

    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.visit_indices(|index, level| {
            let node = self.node(index);
            visit(if node.is_leaf() {
                NodeView::leaf(node.aabb, level, node.id())
            } else {
                NodeView::inner(node.aabb, level, node.shape.height() as usize)
            });
        });
    }

    /// Visits every node, parents first, with its level.
    fn visit_indices(&self, mut visit: impl FnMut(NodeIndex, usize)) {
        let mut todo = Vec::new();
        if self.leaves.len() > 0 {
            todo.push((NodeIndex::ROOT, 0));
        }
        while let Some((index, level)) = todo.pop() {
            visit(index, level);
            let node = self.node(index);
            if node.is_inner() {
                todo.extend([1, 0].map(|side| (NodeIndex::new(node.children(), side), level + 1)));
            }
        }
    }

    fn bytes(&self) -> usize {
        let nodes = self.siblings.capacity() * size_of::<[Node<S, D>; 2]>();
        let parents = self.parents.capacity() * size_of::<NodeIndex>();
        let categories = self.categories.capacity() * size_of::<[u32; 2]>();
        nodes
            + parents
            + categories
            + self.leaves.bytes()
            + self.pool.bytes()
            + self.scratch.bytes()
            + self.stale.bytes()
    }
}
