//! Measures, cells to draw, and where a box is.

use super::Orthtree;
use super::layout::{Item, Node, NodeIndex, OUTSIDE, Place, ROOT};
use crate::geometry::Real;
use crate::geometry::Scalar;
use crate::report::{NodeView, Stats};
use crate::store::Id;
use alloc::vec::Vec;

/// The way from the root of an [`Orthtree`] down to the node that a box is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// One bit for each axis and level, set for the upper half; the first axis in the lowest bit,
    /// the deepest level lowest.
    pub path: u128,
    /// How many levels the node is below the root.
    pub depth: u32,
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Where a box is; `None` for an unknown id, and for a box that does not fit into the root.
    /// Costs O(depth).
    #[must_use]
    #[doc(alias = "Find")]
    pub fn locate(&self, id: Id) -> Option<Location> {
        let mut index = self.places[self.slots.get(id)? as usize].node;
        let mut location = Location { path: 0, depth: 0 };
        while index != ROOT {
            let parent = self.nodes.get(self.node(index).parent as usize)?;
            location.path |= u128::from(index - parent.children) << (location.depth * Self::AXES);
            location.depth += 1;
            index = self.node(index).parent;
        }
        Some(location)
    }

    /// Steps from the root to the deepest node.
    pub(super) fn height(&self) -> u32 {
        let mut height = 0;
        self.visit_indices(|_, depth| height = height.max(depth));
        height
    }

    pub(super) fn measure(&self) -> Stats {
        let mut stats = Stats {
            len: self.slots.len(),
            bytes: self.bytes(),
            ..Stats::default()
        };
        let mut area = 0.0;
        self.visit_nodes(|view| {
            stats.nodes += 1;
            stats.height = stats.height.max(view.level);
            area += view.aabb.half_area().to_f64();
        });
        let root_area = self.node(ROOT).cell.half_area().to_f64();
        stats.area_ratio = if root_area > 0.0 && area.is_finite() {
            area / root_area
        } else {
            0.0
        };
        stats
    }

    /// Cells first, then the boxes in them. What is outside the root is below nothing.
    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.visit_indices(|index, depth| {
            let node = self.node(index);
            let level = depth as usize;
            let is_cell = index != OUTSIDE && (node.count > 0 || index != ROOT);
            if is_cell {
                visit(NodeView {
                    aabb: node.cell,
                    level,
                    height: usize::from(node.count > 0),
                    id: None,
                });
            }
            for item in &node.items {
                visit(NodeView {
                    aabb: item.aabb,
                    level: level + usize::from(is_cell),
                    height: 0,
                    id: Some(item.id),
                });
            }
        });
    }

    /// Visits every node, parents first, with its depth.
    fn visit_indices(&self, mut visit: impl FnMut(NodeIndex, u32)) {
        let mut todo: Vec<_> = [(OUTSIDE, 0), (ROOT, 0)].into();
        while let Some((index, depth)) = todo.pop() {
            visit(index, depth);
            todo.extend(
                self.children(self.node(index))
                    .rev()
                    .map(|child| (child, depth + 1)),
            );
        }
    }

    fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node<S, D>>();
        let items = self
            .nodes
            .iter()
            .map(|node| node.items.capacity())
            .sum::<usize>();
        let places = self.places.capacity() * size_of::<Place>()
            + self.slots.bytes()
            + self.pool.bytes()
            + self.blocks.bytes();
        nodes + items * size_of::<Item<S, D>>() + places + self.scratch.bytes()
    }
}
