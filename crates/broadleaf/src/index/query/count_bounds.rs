//! Bounds on the number of boxes in a window, from the numbers of boxes in nodes.

use crate::geometry::{Aabb, Scalar};
use crate::store::Stack;
use alloc::collections::BinaryHeap;
use core::cmp::Reverse;
use core::ops::RangeInclusive;

/// Counts the boxes that overlap a window. The boxes of a node inside it count at once; those of a
/// node across its sides are undecided until the node is opened.
pub(crate) struct CountBounds<S, Q, const D: usize> {
    window: Aabb<S, D>,
    at_least: usize,
    undecided: usize,
    /// Nodes across the sides of the window.
    nodes: Q,
}

/// Nodes that wait to be opened, with the numbers of their boxes.
pub(crate) trait NodeQueue {
    fn push(&mut self, count: u32, node: u32);
    fn pop(&mut self) -> Option<(u32, u32)>;
}

/// In any order, for counts, which open all nodes.
impl<const N: usize> NodeQueue for Stack<(u32, u32), N> {
    #[inline]
    fn push(&mut self, count: u32, node: u32) {
        Stack::push(self, (count, node));
    }
    #[inline]
    fn pop(&mut self) -> Option<(u32, u32)> {
        Stack::pop(self)
    }
}

/// The node with the most boxes first, for estimates.
impl NodeQueue for BinaryHeap<(u32, Reverse<u32>)> {
    fn push(&mut self, count: u32, node: u32) {
        BinaryHeap::push(self, (count, Reverse(node)));
    }
    fn pop(&mut self) -> Option<(u32, u32)> {
        BinaryHeap::pop(self).map(|(count, Reverse(node))| (count, node))
    }
}

/// A structure whose nodes store the numbers of their boxes.
pub(crate) trait CountedNodes<S: Scalar, const D: usize> {
    /// Adds the nodes at the top, and the boxes outside all nodes.
    fn add_top(&self, bounds: &mut CountBounds<S, impl NodeQueue, D>);

    /// Adds the boxes and nodes directly below a node.
    fn add_below(&self, node: u32, bounds: &mut CountBounds<S, impl NodeQueue, D>);

    /// Bounds on the number of boxes that overlap a window, after opening at most `max_nodes`
    /// nodes.
    fn bounds_of_count(&self, window: &Aabb<S, D>, max_nodes: usize) -> RangeInclusive<usize> {
        if max_nodes == usize::MAX {
            CountBounds::new(window, Stack::<_, 64>::new((0, 0))).open(self, max_nodes)
        } else {
            CountBounds::new(window, BinaryHeap::new()).open(self, max_nodes)
        }
    }
}

impl<S: Scalar, Q: NodeQueue, const D: usize> CountBounds<S, Q, D> {
    fn new(window: &Aabb<S, D>, nodes: Q) -> Self {
        Self {
            window: *window,
            at_least: 0,
            undecided: 0,
            nodes,
        }
    }

    #[inline]
    pub(crate) fn add_box(&mut self, aabb: &Aabb<S, D>) {
        self.at_least += usize::from(aabb.overlaps(&self.window));
    }

    /// Adds boxes. Unlike `self`, a local copy of the window stays in registers.
    #[inline]
    pub(crate) fn add_boxes<'a>(&mut self, boxes: impl Iterator<Item = &'a Aabb<S, D>>) {
        let window = self.window;
        self.at_least += boxes.filter(|aabb| aabb.overlaps(&window)).count();
    }

    /// Adds the boxes at and below a node, `count` of them, all inside `bounds`.
    #[inline]
    pub(crate) fn add_node(&mut self, node: u32, bounds: &Aabb<S, D>, count: u32) {
        if count == 0 || !bounds.overlaps(&self.window) {
            return;
        }
        if self.window.contains(bounds) {
            self.at_least += count as usize;
        } else {
            self.undecided += count as usize;
            self.nodes.push(count, node);
        }
    }

    fn open(
        mut self,
        structure: &(impl CountedNodes<S, D> + ?Sized),
        max_nodes: usize,
    ) -> RangeInclusive<usize> {
        structure.add_top(&mut self);
        for _ in 0..max_nodes {
            let Some((count, node)) = self.nodes.pop() else {
                break;
            };
            self.undecided -= count as usize;
            structure.add_below(node, &mut self);
        }
        self.at_least..=self.at_least + self.undecided
    }
}
