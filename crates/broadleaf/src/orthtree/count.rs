//! The number of boxes in a window.

use super::node::{NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::Scalar;
use crate::index::{CountBounds, CountedNodes, NodeQueue};

impl<S: Scalar, const D: usize> CountedNodes<S, D> for Orthtree<S, D> {
    fn add_top(&self, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        for top in [OUTSIDE, ROOT] {
            let node = self.node(top);
            bounds.add_node(top, &node.bounds, node.count);
        }
    }

    fn add_below(&self, index: NodeIndex, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        let node = self.node(index);
        for item in &node.items {
            bounds.add_box(&item.aabb);
        }
        for child in self.children(node) {
            let node = self.node(child);
            bounds.add_node(child, &node.bounds, node.count);
        }
    }
}
