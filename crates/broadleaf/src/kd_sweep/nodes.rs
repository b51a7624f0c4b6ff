//! The nodes as views, and what they measure.

use alloc::vec::Vec;
use core::ops::Range;

use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::kd_tree::{Item, Kind, Node, children};
use crate::report::{AreaRatio, NodeView, Stats};
use crate::store::to_u32;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    pub(super) fn measure(&self) -> Stats {
        let (mut nodes, mut height) = (0, 0);
        let mut area_ratio = AreaRatio::new(self.shown_root());
        self.visit_nodes(|view| {
            nodes += 1;
            height = height.max(view.level);
            area_ratio.add(&view.aabb);
        });
        Stats {
            len: self.indices.len(),
            nodes,
            height,
            max_balance: self.max_balance(),
            area_ratio: area_ratio.value(),
            bytes: self.bytes(),
        }
    }

    /// What the areas of nodes are compared with: the root or, if it is not shown, the box around
    /// all boxes.
    fn shown_root(&self) -> Option<Aabb<S, D>> {
        let root = self.nodes.first().filter(|_| self.indices.len() > 1);
        let boxes = self.live_items(0..self.items.len()).map(|item| item.aabb);
        root.map_or_else(|| Aabb::enclosing(boxes), |root| Some(root.bounds))
    }

    /// Visits every node before its descendants. Boxes are one level below their leaf; pending ones
    /// are below nothing. The only box of an index is its only node.
    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        let heights = self.heights();
        let has_tree = self.indices.len() > 1 && !self.nodes.is_empty();
        let mut stack = Vec::new();
        stack.extend(has_tree.then_some((0, 0)));
        while let Some((index, level)) = stack.pop() {
            let node = &self.nodes[index as usize];
            let cut = match node.kind {
                Kind::Cut { cut, .. } => Some((cut.axis, cut.at)),
                Kind::Leaf { .. } => None,
            };
            visit(NodeView {
                cut,
                ..NodeView::inner(node.bounds, level, heights[index as usize])
            });
            if node.is_leaf() {
                self.live_items(node.range())
                    .for_each(|item| visit(view(item, level + 1)));
            }
            stack.extend(children(&self.nodes, index).map(|child| (child, level + 1)));
        }
        let roots = if has_tree { self.tree_len() } else { 0 }..self.items.len();
        self.live_items(roots).for_each(|item| visit(view(item, 0)));
    }

    fn live_items(&self, range: Range<usize>) -> impl Iterator<Item = &Item<S, D>> {
        let live = range.filter(|&index| self.is_live(index));
        live.map(|index| &self.items[index])
    }

    /// The number of steps from every node to the deepest box below it; 0 if there is none.
    fn heights(&self) -> Vec<usize> {
        let mut heights = alloc::vec![0; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            heights[index] = if node.is_leaf() {
                usize::from(self.live_items(node.range()).next().is_some())
            } else {
                let below = children(&self.nodes, to_u32(index));
                1 + below
                    .map(|child| heights[child as usize])
                    .max()
                    .unwrap_or(0)
            };
        }
        heights
    }

    /// The largest difference between the heights of two siblings.
    fn max_balance(&self) -> usize {
        let heights = self.heights();
        let balance = |index: usize| {
            let below =
                || children(&self.nodes, to_u32(index)).map(|child| heights[child as usize]);
            below().max().unwrap_or(0) - below().min().unwrap_or(0)
        };
        (0..self.nodes.len()).map(balance).max().unwrap_or(0)
    }

    fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Item<S, D>>()
            + self.max_ends.capacity() * size_of::<S>()
            + self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.indices.bytes()
            + self.scratch.bytes()
    }
}

fn view<S: Scalar, const D: usize>(item: &Item<S, D>, level: usize) -> NodeView<S, D> {
    NodeView::leaf(item.aabb, level, item.id)
}
