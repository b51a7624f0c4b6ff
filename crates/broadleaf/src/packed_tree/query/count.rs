//! The number of boxes in a window. The position of a node gives the number of boxes below it.

use crate::geometry::Scalar;
use crate::index::{CountBounds, CountedNodes, NodeQueue};
use crate::packed_tree::levels::child_of;
use crate::packed_tree::node::take_lane;
use crate::packed_tree::view::PackedTreeView;
use crate::store::to_u32;

impl<S: Scalar, const D: usize> CountedNodes<S, D> for PackedTreeView<'_, S, D> {
    fn add_top(&self, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        if let Some(aabb) = self.root_box() {
            bounds.add_node(0, &aabb, self.len);
        }
    }

    fn add_below(&self, number: u32, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        let (level, index) = self.levels.place_of(number);
        let Some(node) = self.node(level, index) else {
            return;
        };
        let mut bits = self.levels.lanes(level, index);
        while let Some(lane) = take_lane(&mut bits) {
            let Some(aabb) = node.child(lane) else {
                continue;
            };
            if level == 0 {
                bounds.add_box(&aabb);
            } else {
                let child = child_of(index, lane);
                let number = to_u32(self.levels.number(level - 1, child));
                bounds.add_node(number, &aabb, self.levels.boxes_below(level - 1, child));
            }
        }
    }
}
