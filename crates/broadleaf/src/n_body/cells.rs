//! The cells of the tree, each with the mass of its bodies.

use core::ops::Range;

use alloc::vec::Vec;

use super::body::Body;
use super::spread::Spread;
use crate::geometry::Real;
use crate::kd_tree::{Node, children};
use crate::store::to_u32;

/// A node of the tree and a summary of its bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<R, const D: usize> {
    /// All bodies as one.
    pub(super) center: Body<R, D>,
    /// The square of the longest edge of the bodies' spread.
    pub(super) size_squared: R,
    start: u32,
    end: u32,
    /// The number of cells in the subtree, this one included.
    pub(super) cells: u32,
}

impl<R, const D: usize> Cell<R, D> {
    /// The range of the bodies in tree order.
    #[inline]
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.cells == 1
    }
}

/// Replaces `cells` by a summary of every node, from the leaves up. `spreads` lends its memory.
pub(super) fn summarize<R: Real, const D: usize>(
    nodes: &[Node<R, D>],
    bodies: &[Body<R, D>],
    spreads: &mut Vec<Spread<R, D>>,
    cells: &mut Vec<Cell<R, D>>,
) {
    spreads.clear();
    spreads.resize(nodes.len(), Spread::EMPTY);
    cells.clear();
    cells.extend(nodes.iter().map(|node| Cell {
        center: Body::NOTHING,
        size_squared: R::ZERO,
        start: node.start,
        end: node.end,
        cells: node.nodes,
    }));
    for (index, node) in nodes.iter().enumerate().rev() {
        let below = || children(nodes, to_u32(index)).map(|child| child as usize);
        let (center, spread) = if node.is_leaf() {
            let bodies = &bodies[node.range()];
            (Body::merged(bodies.iter()), Spread::of(bodies))
        } else {
            (
                Body::merged(below().map(|child| &cells[child].center)),
                below().fold(Spread::EMPTY, |all, child| all.union(&spreads[child])),
            )
        };
        spreads[index] = spread;
        cells[index].center = center;
        cells[index].size_squared = spread.size_squared();
    }
}
