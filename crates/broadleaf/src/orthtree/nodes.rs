//! The nodes as views, and what they measure.

use super::node::{Entry, Item, Node, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::report::{AreaRatio, NodeView, Stats};
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    pub(super) fn measure(&self) -> Stats {
        let (mut nodes, mut height) = (0, 0);
        let mut area_ratio = AreaRatio::new(self.shown_root());
        self.visit_nodes(|view| {
            nodes += 1;
            height = height.max(view.level);
            area_ratio.add(&view.aabb);
        });
        Stats {
            len: self.slots.len(),
            nodes,
            height,
            max_balance: self.max_balance(),
            area_ratio: area_ratio.value(),
            bytes: self.bytes(),
        }
    }

    /// Visits every cell before its descendants. Boxes are one level below their cell; boxes
    /// outside the root are below nothing. The only box of a tree is its only node.
    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        let heights = self.heights();
        self.visit_indices(|index, depth| {
            let node = self.node(index);
            let is_cell = index != OUTSIDE && (index != ROOT || self.has_shown_root());
            let level = depth as usize;
            if is_cell {
                visit(NodeView::inner(node.cell, level, heights[index as usize]));
            }
            for item in &node.items {
                visit(NodeView::leaf(
                    item.aabb,
                    level + usize::from(is_cell),
                    item.id,
                ));
            }
        });
    }

    /// What the areas of nodes are compared with: the root's cell or, if it is not shown, the box
    /// around all boxes.
    fn shown_root(&self) -> Option<Aabb<S, D>> {
        if self.has_shown_root() {
            return Some(self.root());
        }
        let tops = [ROOT, OUTSIDE].into_iter();
        Aabb::enclosing(tops.flat_map(|top| self.node(top).items.iter().map(|item| item.aabb)))
    }

    /// Whether the root is a node of its own, and not the only box in it.
    fn has_shown_root(&self) -> bool {
        self.node(ROOT).count > 1
    }

    /// The number of levels from the root to the deepest cell; 0 if the root is a leaf. Boxes are
    /// no level of their own here, unlike in [`Stats::height`]. Costs a walk over all nodes.
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
        let mut deepest = 0;
        self.visit_indices(|_, depth| deepest = deepest.max(depth));
        deepest
    }

    /// Visits every node before its descendants, with its depth.
    fn visit_indices(&self, mut visit: impl FnMut(NodeIndex, u32)) {
        let mut stack = vec![(OUTSIDE, 0), (ROOT, 0)];
        while let Some((index, depth)) = stack.pop() {
            visit(index, depth);
            let children = self.children(self.node(index)).rev();
            stack.extend(children.map(|child| (child, depth + 1)));
        }
    }

    /// By node index: the number of steps to the deepest cell or box below.
    fn heights(&self) -> Vec<usize> {
        let mut order = Vec::new();
        self.visit_indices(|index, _| order.push(index));
        let mut heights = vec![0; self.nodes.len()];
        for index in order.into_iter().rev() {
            let height = self.heights_below(index, &heights).max();
            heights[index as usize] = height.map_or(0, |height| height + 1);
        }
        heights
    }

    /// The heights of the boxes and cells directly below a node.
    fn heights_below(&self, index: NodeIndex, heights: &[usize]) -> impl Iterator<Item = usize> {
        let node = self.node(index);
        let cells = self.children(node).map(|child| heights[child as usize]);
        node.items.iter().map(|_| 0).chain(cells)
    }

    /// The largest difference between the heights of two siblings.
    fn max_balance(&self) -> usize {
        let heights = self.heights();
        let mut max_balance = 0;
        self.visit_indices(|index, _| {
            let highest = self.heights_below(index, &heights).max().unwrap_or(0);
            let lowest = self.heights_below(index, &heights).min().unwrap_or(0);
            max_balance = max_balance.max(highest - lowest);
        });
        max_balance
    }

    fn bytes(&self) -> usize {
        let items: usize = self.nodes.iter().map(|node| node.items.capacity()).sum();
        self.nodes.capacity() * size_of::<Node<S, D>>()
            + items * size_of::<Item<S, D>>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.slots.bytes()
            + self.free_slots.bytes()
            + self.blocks.bytes()
            + self.scratch.bytes()
            + self
                .lists
                .bytes(|list| list.capacity() * size_of::<Item<S, D>>())
    }
}
