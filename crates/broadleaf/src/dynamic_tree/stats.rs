//! Measures of the tree, and nodes to draw.

use super::layout::{NodeIndex, TreeNode};
use super::tree::DynamicTree;
use crate::geometry::Scalar;
use crate::report::{AreaRatio, NodeView, Stats};
use crate::store::Id;
use alloc::vec::Vec;
use core::iter::successors;

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
            visit(self.view(index, level));
        });
    }

    /// The nodes from the leaf of a box up to the root, each with its box, level and height; empty
    /// if no box has this id.
    ///
    /// The last node is the root, whose height is that of the tree. Costs O(1) for each node and a
    /// walk to the root at the start.
    ///
    /// ```
    /// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id};
    /// let mut tree = DynamicTree::new();
    /// for (id, x) in [(0, 0), (1, 2), (2, 90)] {
    ///     tree.insert(Id(id), Aabb::new([x, 0], [x + 1, 1]));
    /// }
    /// let path: Vec<_> = tree.ancestors(Id(1)).collect();
    /// assert_eq!(path.iter().map(|node| node.height).collect::<Vec<_>>(), [0, 1, 2]);
    /// assert_eq!((path[0].id, path[1].aabb), (Some(Id(1)), Aabb::new([0, 0], [3, 1])));
    /// assert_eq!(tree.ancestors(Id(7)).count(), 0);
    /// ```
    #[doc(alias = "computeHeight")]
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = NodeView<S, D>> + '_ {
        let path = move || {
            successors(self.leaf(id), |&index| {
                (index != NodeIndex::ROOT).then(|| self.parent(index))
            })
        };
        let levels = (0..path().count()).rev();
        path()
            .zip(levels)
            .map(|(index, level)| self.view(index, level))
    }

    fn view(&self, index: NodeIndex, level: usize) -> NodeView<S, D> {
        let node = self.node(index);
        if node.is_leaf() {
            NodeView::leaf(node.aabb, level, node.id())
        } else {
            NodeView::inner(node.aabb, level, node.shape.height() as usize)
        }
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
        let nodes = self.siblings.capacity() * size_of::<[TreeNode<S, D>; 2]>();
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
