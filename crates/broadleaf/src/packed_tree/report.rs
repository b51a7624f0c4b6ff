//! Measures of the tree, and nodes to draw.

use super::levels::{CHILDREN, child_of};
use super::node::take_lane;
use super::view::PackedTreeView;
use crate::geometry::{Aabb, Scalar};
use crate::report::{AreaRatio, NodeView, Stats};
use crate::simd::LANES;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(super) fn measure(&self) -> Stats {
        let mut area_ratio = AreaRatio::new(self.root_box());
        let mut nodes = 0;
        self.visit_nodes(|node| {
            nodes += 1;
            area_ratio.add(&node.aabb);
        });
        Stats {
            len: self.len as usize,
            nodes,
            height: if self.len > 1 { self.levels.count } else { 0 },
            area_ratio: area_ratio.value(),
            bytes: self.bytes.len(),
            ..Stats::default()
        }
    }

    /// The smallest box around all boxes; `None` if the tree is empty. Costs O(1).
    pub(super) fn root_box(&self) -> Option<Aabb<S, D>> {
        (self.len > 0).then(|| self.bounds_of(self.levels.top(), 0))
    }

    pub(super) fn bounds_of(&self, level: usize, index: u32) -> Aabb<S, D> {
        let (parent, lane) = (index / CHILDREN, index as usize % LANES);
        if level < self.levels.top() {
            let parent = self.node(level + 1, parent);
            return parent
                .and_then(|parent| parent.child(lane))
                .unwrap_or(Aabb::EVERYWHERE);
        }
        self.union_of(level, index).unwrap_or(Aabb::EVERYWHERE)
    }

    /// The union of the boxes of a node's children, computed from them.
    pub(super) fn union_of(&self, level: usize, index: u32) -> Option<Aabb<S, D>> {
        let node = self.node(level, index)?;
        let mut bits = self.levels.lanes(level, index);
        let lanes = core::iter::from_fn(|| take_lane(&mut bits));
        Aabb::enclosing(lanes.filter_map(|lane| node.child(lane)))
    }

    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        if self.len == 1 {
            return self.visit_leaves(0, 0, &mut visit);
        }
        for level in (0..self.levels.count).rev() {
            let depth = self.levels.top() - level;
            for index in 0..self.levels.len(level) {
                visit(NodeView::inner(
                    self.bounds_of(level, index),
                    depth,
                    level + 1,
                ));
            }
        }
        for leaf in 0..self.levels.leaf_nodes() {
            self.visit_leaves(leaf, self.levels.count, &mut visit);
        }
    }

    /// Visits the boxes of a leaf node.
    fn visit_leaves(&self, index: u32, depth: usize, visit: &mut impl FnMut(NodeView<S, D>)) {
        let mut bits = self.levels.lanes(0, index);
        while let Some(lane) = take_lane(&mut bits) {
            let position = child_of(index, lane);
            if let (Some(aabb), Some(id)) = (self.box_at(position), self.id_at(position)) {
                visit(NodeView::leaf(aabb, depth, id));
            }
        }
    }
}
