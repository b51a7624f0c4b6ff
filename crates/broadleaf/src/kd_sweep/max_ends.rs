//! The running maximum of ends in each leaf, in which a sweep finds its first box.

use crate::executor::Divide;
use crate::geometry::{Scalar, greater};
use crate::kd_tree::{Item, Kind, Node};

/// The number of nodes in one piece of work.
const PIECE: usize = 512;

/// Writes, for every item, the greatest end of the items of its leaf up to it, along the axis of
/// the leaf.
pub(super) struct FindMaxEnds<'a, S, const D: usize> {
    /// Consecutive nodes.
    pub(super) nodes: &'a [Node<S, D>],
    /// The items of their leaves, which are consecutive as well.
    pub(super) items: &'a [Item<S, D>],
    pub(super) max_ends: &'a mut [S],
    /// The index of the first item.
    pub(super) first: usize,
}

impl<S: Scalar, const D: usize> Divide for FindMaxEnds<'_, S, D> {
    type Output = ();

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.nodes.len() <= PIECE {
            return Err(self);
        }
        let (nodes, others) = self.nodes.split_at(self.nodes.len() / 2);
        // Nodes are in pre-order: leaves in front of a node have the items in front of its own.
        let first = others[0].range().start;
        let (items, other_items) = self.items.split_at(first - self.first);
        let (max_ends, other_max_ends) = self.max_ends.split_at_mut(first - self.first);
        Ok([
            Self {
                nodes,
                items,
                max_ends,
                first: self.first,
            },
            Self {
                nodes: others,
                items: other_items,
                max_ends: other_max_ends,
                first,
            },
        ])
    }

    fn run(self) {
        let mut items = self.items.iter().zip(self.max_ends);
        for leaf in self.nodes {
            if let Kind::Leaf { axis } = leaf.kind {
                let mut max_end = S::MIN;
                for (item, slot) in items.by_ref().take(leaf.range().len()) {
                    max_end = greater(max_end, item.aabb.ends(axis)[1]);
                    *slot = max_end;
                }
            }
        }
    }

    fn merge((): (), (): ()) {}
}
