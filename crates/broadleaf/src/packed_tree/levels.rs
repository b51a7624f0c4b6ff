//! The levels of a packed tree: a function of the number of boxes.

use crate::simd::LANES;
use crate::store::to_u32;

/// The number of children of a node, as a number of the format; all of them are compared at once.
pub(super) const CHILDREN: u32 = to_u32(LANES);

/// The index of a node's child in the level below, or the position of its box.
#[inline(always)]
pub(super) fn child_of(index: u32, lane: usize) -> u32 {
    // Wraps only for a node that has no such child.
    index.wrapping_mul(CHILDREN).wrapping_add(to_u32(lane))
}

/// The greatest number of levels: a box has an index of 32 bits, and each level uses four of them,
/// which distinguish a node's children.
pub(super) const MAX_LEVELS: usize = (u32::BITS / LANES.ilog2()) as usize;

/// The levels of a tree. Level 0 are the leaf nodes, whose children are the boxes; the last level
/// is the root. Nodes are stored level by level, the root first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Levels {
    /// The number of levels; 0 for a tree without boxes.
    pub(super) count: usize,
    /// The number of children of each level: of boxes for level 0, of nodes of the level below for
    /// the others.
    children: [u32; MAX_LEVELS],
    /// For each level the number of nodes in the levels above.
    starts: [u32; MAX_LEVELS],
}

impl Levels {
    pub(super) fn of(boxes: u32) -> Self {
        let mut levels = Self {
            count: 0,
            children: [0; MAX_LEVELS],
            starts: [0; MAX_LEVELS],
        };
        let mut children = boxes;
        while children > 0 {
            levels.children[levels.count] = children;
            levels.count += 1;
            let nodes = children.div_ceil(CHILDREN);
            children = if nodes > 1 { nodes } else { 0 };
        }
        for level in (1..levels.count).rev() {
            levels.starts[level - 1] = levels.starts[level] + levels.len(level);
        }
        levels
    }

    /// The level of the root; 0 for a tree without boxes.
    #[inline(always)]
    pub(super) fn top(&self) -> usize {
        self.count.saturating_sub(1)
    }

    #[inline(always)]
    pub(super) fn len(&self, level: usize) -> u32 {
        self.children[level].div_ceil(CHILDREN)
    }

    #[inline(always)]
    pub(super) fn leaf_nodes(&self) -> u32 {
        self.len(0)
    }

    /// The level of the node with this number, and its index in that level.
    pub(super) fn place_of(&self, number: u32) -> (usize, u32) {
        let starts = self.starts[..self.count].iter();
        let level = starts.take_while(|&&start| start > number).count();
        let start = self.starts.get(level).copied().unwrap_or_default();
        (level, number - start)
    }

    pub(super) fn boxes_below(&self, level: usize, index: u32) -> u32 {
        let capacity = u64::from(CHILDREN).pow(to_u32(level + 1));
        let rest = u64::from(self.children[0]).saturating_sub(u64::from(index) * capacity);
        u32::try_from(rest.min(capacity)).unwrap_or(u32::MAX)
    }

    pub(super) fn nodes(&self) -> u32 {
        self.starts[0] + self.len(0)
    }

    /// The number of a node in the order of storage.
    #[inline(always)]
    pub(super) fn number(&self, level: usize, index: u32) -> usize {
        self.starts[level] as usize + index as usize
    }

    /// The lanes of a node that have a child, as bits.
    #[inline(always)]
    pub(super) fn lanes(&self, level: usize, index: u32) -> u32 {
        let children = self.children[level].saturating_sub(index.saturating_mul(CHILDREN));
        if children < CHILDREN {
            (1 << children) - 1
        } else {
            (1 << LANES) - 1
        }
    }
}
