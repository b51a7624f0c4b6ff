//! The trait through which the walks read the nodes of a tree.

use super::found_pairs::FoundPairs;
use crate::geometry::{Aabb, Scalar};
use crate::report::NodeView;
use crate::store::Id;
use core::ops::ControlFlow;

/// A pseudo-node: its children are the nodes at the top, and its boxes are below no node.
pub(crate) const TOP: u32 = u32::MAX;

/// A summary of the boxes at and below a node.
pub(crate) struct NodeSummary<'a, S, const D: usize> {
    /// Contains all boxes. Meaningless if there are none.
    pub(crate) bounds: &'a Aabb<S, D>,
    /// Contains the bits of all their categories.
    pub(crate) category: u32,
    pub(crate) count: u32,
}

/// A tree whose nodes have lists of boxes, and bounds around the boxes at and below them.
pub(crate) trait NodeTree<S: Scalar, const D: usize> {
    /// The children of a node, or the nodes at the [`TOP`].
    fn children(&self, node: u32) -> impl Iterator<Item = u32>;

    fn summary(&self, node: u32) -> NodeSummary<'_, S, D>;

    /// The boxes at a node. Some may have left the tree.
    fn aabbs_at(&self, node: u32) -> impl Iterator<Item = &Aabb<S, D>>;

    /// Visits the boxes at a node that are in the tree, pass a test and have an admitted category,
    /// with the results of the test.
    fn visit_boxes_at<R, B>(
        &self,
        node: u32,
        test: impl Fn(&Aabb<S, D>) -> Option<R>,
        admits: impl Fn(u32) -> bool,
        visit: impl FnMut(R, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Finds the pairs of query boxes, each with its key, and boxes at a node. The tree chooses the
    /// number that stands for its box in a pair, and the boxes that it compares.
    fn pairs_at<'q>(
        &self,
        node: u32,
        queries: impl Iterator<Item = (&'q Aabb<S, D>, u32)>,
        found: &mut FoundPairs<'_>,
    ) -> ControlFlow<()>;

    /// The view of a node, without level and height; `None` for a hidden node, whose boxes are
    /// shown as if they were at the node above.
    fn view(&self, node: u32) -> Option<NodeView<S, D>>;
}
