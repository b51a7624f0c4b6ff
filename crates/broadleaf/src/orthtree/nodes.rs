//! The nodes, as the walks of every query see them.

use super::node::{CellNode, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::node_tree::{NodeSummary, NodeTree, TOP};
use crate::report::NodeView;
use crate::store::Id;
use core::ops::Range;

/// A box is numbered by its slot, and in pairs by its id.
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
    fn boxes_at(&self, node: NodeIndex) -> impl Iterator<Item = (u32, &Aabb<S, D>, Id)> {
        let items = self.nodes.get(node as usize).map_or(&[][..], |n| &n.items);
        items.iter().map(|item| (item.slot, &item.aabb, item.id))
    }

    /// There is nothing to look up unless a category has been set.
    #[inline]
    fn admits(&self, slot: u32, category: impl Fn(u32) -> bool) -> bool {
        !self.has_categories || category(self.entries[slot as usize].category)
    }

    #[inline]
    fn candidates(
        &self,
        node: NodeIndex,
        _: &Aabb<S, D>,
    ) -> impl Iterator<Item = (u32, &Aabb<S, D>)> {
        self.boxes_at(node).map(|(_, aabb, Id(id))| (id, aabb))
    }

    /// Boxes outside the root are below nothing, and the only box of a tree is its only node.
    fn view(&self, index: NodeIndex) -> Option<NodeView<S, D>> {
        let node = self.node(index);
        let is_shown = index != OUTSIDE && (index != ROOT || node.count > 1);
        is_shown.then(|| NodeView::inner(node.cell, 0, 0))
    }
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The children of a node; none of a leaf.
    #[inline]
    pub(super) fn children_of(&self, node: &CellNode<S, D>) -> Range<NodeIndex> {
        if node.is_leaf() {
            0..0
        } else {
            node.children..node.children + Self::CHILDREN
        }
    }

    /// The number of levels from the root to the deepest cell; 0 if the root is a leaf. Boxes are
    /// no level of their own here, unlike in [`Stats::height`](crate::report::Stats::height). Costs
    /// a walk over all nodes.
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
