//! The number of boxes in a window.

use super::sweep::KdSweep;
use crate::geometry::Scalar;
use crate::index::{CountBounds, CountedNodes, NodeQueue};
use crate::kd_tree::children;

/// The tree must hold no stale items, which its nodes still count.
impl<S: Scalar, const D: usize> CountedNodes<S, D> for KdSweep<S, D> {
    fn add_top(&self, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        for item in self.pending() {
            bounds.add_box(&item.aabb);
        }
        if let Some(root) = self.nodes.first() {
            bounds.add_node(0, &root.bounds, root.end - root.start);
        }
    }

    fn add_below(&self, index: u32, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        let node = &self.nodes[index as usize];
        if node.is_leaf() {
            for item in &self.items[node.range()] {
                bounds.add_box(&item.aabb);
            }
        }
        for child in children(&self.nodes, index) {
            let node = &self.nodes[child as usize];
            bounds.add_node(child, &node.bounds, node.end - node.start);
        }
    }
}
