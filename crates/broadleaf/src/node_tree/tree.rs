//! What a tree tells the walks about its nodes.

use crate::geometry::{Aabb, Scalar};
use crate::report::NodeView;
use crate::store::Id;

/// Stands for no node: its children are the nodes at the top, its boxes those below no node.
pub(crate) const TOP: u32 = u32::MAX;

/// The boxes at and below a node, all together.
pub(crate) struct NodeSummary<'a, S, const D: usize> {
    /// Contains all of them. Meaningless if there are none.
    pub(crate) bounds: &'a Aabb<S, D>,
    /// Contains the bits of their categories.
    pub(crate) category: u32,
    pub(crate) count: u32,
}

/// A tree whose nodes have lists of boxes, and bounds around the boxes at and below them.
pub(crate) trait NodeTree<S: Scalar, const D: usize> {
    /// The children of a node, or the nodes at the [`TOP`].
    fn children(&self, node: u32) -> impl Iterator<Item = u32>;

    fn summary(&self, node: u32) -> NodeSummary<'_, S, D>;

    /// The boxes at a node, each with the number by which the tree knows it. Some may have left the
    /// tree: see [`admits`](Self::admits).
    fn boxes_at(&self, node: u32) -> impl Iterator<Item = (u32, &Aabb<S, D>, Id)>;

    /// Whether the box with this number is in the tree and has a category that a query admits.
    fn admits(&self, number: u32, category: impl Fn(u32) -> bool) -> bool;

    /// The boxes at a node that may overlap another box, each with the number that stands for it in
    /// pairs.
    fn candidates(&self, node: u32, aabb: &Aabb<S, D>) -> impl Iterator<Item = (u32, &Aabb<S, D>)>;

    /// The view of a node, without level and height; `None` of one that is not shown. The boxes of
    /// a node that is not shown are shown as if they were at the node above.
    fn view(&self, node: u32) -> Option<NodeView<S, D>>;
}
