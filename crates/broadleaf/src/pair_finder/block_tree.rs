//! A binary tree over blocks of elements, for pairs whose elements are in different blocks.
//!
//! ```text
//!     elements in sweep order  │ block │ block │ block │ block │    A pair belongs to the smallest
//!                              └──── node ─────┴──── node ─────┘    node that has both elements.
//!                              └──────────── root ─────────────┘
//! ```
//!
//! A node first visits its own pairs. Then its halves, which share no element, do the same in
//! parallel.

use alloc::vec::Vec;

use super::tuning::BLOCK_BITS;
use crate::executor::{Executor, Parallel};
use crate::store::to_u32;

/// Elements in sweep order. Every entry is `Some`.
pub(super) type References<'a, 't, T> = &'a mut [Option<&'t mut T>];

/// A pair of positions in the sweep order, kept for the node that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptPair {
    pub(super) node: u32,
    pub(super) places: [u32; 2],
}

/// A complete binary tree over blocks in heap order: the root is 1, the halves of node `n` are
/// `2 n` and `2 n + 1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockTree {
    /// The number of blocks, rounded up to a power of two; also the number of the first leaf.
    blocks: u32,
}

impl BlockTree {
    /// The number of elements in a block; the last one may have fewer.
    pub(super) const BLOCK: usize = 1 << BLOCK_BITS;

    pub(super) fn above(things: usize) -> Self {
        let blocks = things.div_ceil(Self::BLOCK).next_power_of_two();
        Self {
            blocks: to_u32(blocks),
        }
    }

    /// The node of a block.
    pub(super) fn leaf(self, block: usize) -> u32 {
        self.blocks + to_u32(block)
    }

    /// The smallest node that has both positions.
    #[inline]
    pub(super) fn node_of(self, places: [u32; 2]) -> u32 {
        let [a, b] = places.map(|place| place >> BLOCK_BITS);
        (self.blocks + a) >> (u32::BITS - (a ^ b).leading_zeros())
    }

    /// The number of positions in the first half of a node.
    pub(super) fn half(self, node: u32) -> usize {
        (self.blocks as usize >> (node.ilog2() + 1)) << BLOCK_BITS
    }

    /// Visits all kept pairs, which are in lists sorted by node.
    pub(super) fn visit<T: Send>(
        self,
        kept: &[Vec<KeptPair>],
        visit: &(impl Fn(&mut T, &mut T) + Sync),
        things: References<'_, '_, T>,
    ) {
        self.visit_node(1, kept, visit, 0, things);
    }

    /// Visits the pairs of a node and of the nodes below it. `things` begin at the position
    /// `start`.
    fn visit_node<T: Send>(
        self,
        node: u32,
        kept: &[Vec<KeptPair>],
        visit: &(impl Fn(&mut T, &mut T) + Sync),
        start: usize,
        things: References<'_, '_, T>,
    ) {
        for pairs in kept {
            let first = pairs.partition_point(|pair| pair.node < node);
            let own = pairs[first..].iter().take_while(|pair| pair.node == node);
            own.for_each(|pair| visit_two(things, start, pair.places, visit));
        }
        if node >= self.blocks || things.is_empty() {
            return;
        }
        let half = self.half(node).min(things.len());
        let (first, second) = things.split_at_mut(half);
        Parallel.join(
            || self.visit_node(2 * node, kept, visit, start, first),
            || self.visit_node(2 * node + 1, kept, visit, start + half, second),
        );
    }
}

/// Visits the elements at two positions. `things` begin at the position `start`.
pub(super) fn visit_two<T>(
    things: References<'_, '_, T>,
    start: usize,
    places: [u32; 2],
    visit: &impl Fn(&mut T, &mut T),
) {
    let indices = places.map(|place| place as usize - start);
    if let Ok([Some(a), Some(b)]) = things.get_disjoint_mut(indices) {
        visit(a, b);
    }
}
