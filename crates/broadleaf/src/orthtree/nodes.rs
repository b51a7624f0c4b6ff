//! The nodes, as the traversals of every query see them.

use super::node::{CellBox, CellNode, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::node_tree::{FoundPairs, NodeSummary, NodeTree, TOP};
use crate::report::NodeView;
use crate::store::Id;
use core::ops::{ControlFlow, Range};

/// A box is represented by its id in pairs.
impl<S: Scalar, const D: usize> NodeTree<S, D> for Orthtree<S, D> {
    #[inline]
    fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        match node {
            TOP => ROOT..OUTSIDE + 1,
            _ => self.children_of(self.node(node)),
        }
    }

    #[inline]
    fn summary(&self, node: NodeIndex) -> NodeSummary<'_, S, D> {
        let node = self.node(node);
        NodeSummary {
            bounds: &node.bounds,
            category: node.category,
            count: node.count,
        }
    }

    #[inline]
    fn aabbs_at(&self, node: NodeIndex) -> impl Iterator<Item = &Aabb<S, D>> {
        self.items_at(node).iter().map(|item| &item.aabb)
    }

    #[inline]
    fn visit_boxes_at<R, B>(
        &self,
        node: NodeIndex,
        test: impl Fn(&Aabb<S, D>) -> Option<R>,
        admits: impl Fn(u32) -> bool,
        mut visit: impl FnMut(R, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for item in self.items_at(node) {
            // Without categories, the entry need not be read.
            if let Some(result) = test(&item.aabb)
                && (!self.has_categories || admits(self.entries[item.slot as usize].category))
            {
                visit(result, item.id)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Compares all boxes of the node without a branch: a leaf has at most 32 by default, and the
    /// query boxes that arrive here overlap some of them.
    #[inline]
    fn pairs_at<'q>(
        &self,
        node: NodeIndex,
        queries: impl Iterator<Item = (&'q Aabb<S, D>, u32)>,
        found: &mut FoundPairs<'_>,
    ) -> ControlFlow<()> {
        let items = self.items_at(node);
        if items.is_empty() {
            return ControlFlow::Continue(());
        }
        for (aabb, key) in queries {
            for item in items {
                found.push_if(aabb.overlaps(&item.aabb), [item.id.0, key])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hides the node of the boxes outside the root, and the node of the only box of a tree.
    fn view(&self, index: NodeIndex) -> Option<NodeView<S, D>> {
        let node = self.node(index);
        let is_shown = index != OUTSIDE && (index != ROOT || node.count > 1);
        is_shown.then(|| NodeView::inner(node.cell, 0, 0))
    }
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// A node's own items; empty for the top.
    #[inline]
    fn items_at(&self, node: NodeIndex) -> &[CellBox<S, D>] {
        let node = self.nodes.get(node as usize);
        node.map_or(&[], |node| &node.items)
    }

    /// The children of a node; empty for a leaf.
    #[inline]
    pub(super) fn children_of(&self, node: &CellNode<S, D>) -> Range<NodeIndex> {
        if node.is_leaf() {
            0..0
        } else {
            node.children..node.children + Self::CHILDREN
        }
    }

    /// The number of levels from the root to the deepest cell; 0 if the root is a leaf. Unlike
    /// [`Stats::height`](crate::report::Stats::height), it does not count boxes as a level. Costs a
    /// walk over all nodes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, Octree, orthtree::Config};
    /// let config = Config::default().with_leaf_capacity(1).with_max_depth(3);
    /// let mut tree = Octree::with_config(config);
    /// tree.extend((0..8).map(|i| (Id(i as u32), Aabb::point([8 * i, 8 * i, 0]))));
    /// assert_eq!(tree.depth(), 3);
    /// ```
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth_below(ROOT)
    }

    fn depth_below(&self, node: NodeIndex) -> u32 {
        let children = self.children_of(self.node(node));
        let depths = children.map(|child| 1 + self.depth_below(child));
        depths.max().unwrap_or(0)
    }
}
