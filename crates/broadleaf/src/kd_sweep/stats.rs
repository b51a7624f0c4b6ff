//! Measures, and nodes to draw.

use super::KdSweep;
use super::layout::{Item, Node, children};
use crate::geometry::Real;
use crate::geometry::Scalar;
use crate::index::SpatialIndex;
use crate::report::{NodeView, Stats};
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    pub(super) fn measure(&self) -> Stats {
        let mut stats = Stats {
            len: self.len(),
            bytes: self.bytes(),
            ..Stats::default()
        };
        let mut area = 0.0;
        self.visit_nodes(|view| {
            stats.nodes += 1;
            stats.height = stats.height.max(view.level);
            area += view.aabb.half_area().to_f64();
        });
        let heights = self.heights();
        for index in (0..).take(self.nodes.len()) {
            let mut below = children(&self.nodes, index).map(|child| heights[child as usize]);
            let Some(first) = below.next() else { continue };
            let (least, most) = below.fold((first, first), |(least, most), height| {
                (height.min(least), height.max(most))
            });
            stats.max_balance = stats.max_balance.max(most - least);
        }
        let root_area = self
            .nodes
            .first()
            .map_or(0.0, |root| root.bounds.half_area().to_f64());
        stats.area_ratio = if root_area > 0.0 && area.is_finite() {
            area / root_area
        } else {
            0.0
        };
        stats
    }

    /// Nodes first, then the boxes in them. Pending boxes are below nothing.
    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        let heights = self.heights();
        let mut todo: Vec<_> = self.nodes.first().map(|_| (0, 0)).into_iter().collect();
        while let Some((index, level)) = todo.pop() {
            let node = &self.nodes[index as usize];
            visit(NodeView {
                aabb: node.bounds,
                level,
                height: heights[index as usize],
                id: None,
            });
            if node.is_leaf() {
                let live = node
                    .range()
                    .filter(|&place| self.is_live(place))
                    .map(|place| &self.items[place]);
                live.for_each(|item| {
                    visit(NodeView {
                        aabb: item.aabb,
                        level: level + 1,
                        height: 0,
                        id: Some(item.id),
                    })
                });
            }
            todo.extend(children(&self.nodes, index).map(|child| (child, level + 1)));
        }
        self.pending().iter().for_each(|item| {
            visit(NodeView {
                aabb: item.aabb,
                level: 0,
                height: 0,
                id: Some(item.id),
            })
        });
    }

    /// Steps from every node to the deepest box below it.
    fn heights(&self) -> Vec<usize> {
        let mut heights = alloc::vec![1; self.nodes.len()];
        for index in (0..super::layout::narrow(self.nodes.len())).rev() {
            let below = children(&self.nodes, index)
                .map(|child| heights[child as usize])
                .max();
            heights[index as usize] = below.unwrap_or(0) + 1;
        }
        heights
    }

    fn bytes(&self) -> usize {
        let items = self.items.capacity() * size_of::<Item<S, D>>();
        items
            + self.reaches.capacity() * size_of::<S>()
            + self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.places.bytes()
            + self.scratch.bytes()
    }
}
