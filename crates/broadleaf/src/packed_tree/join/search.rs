//! Joins: searches the leaf nodes of one tree in another, comparing sixteen boxes with one at a
//! time.

use super::meet::Meeting;
use crate::geometry::{Aabb, Scalar};
use crate::packed_tree::levels::{CHILDREN, MAX_LEVELS, child_of};
use crate::packed_tree::node::{PackedNode, take_lane};
use crate::packed_tree::view::PackedTreeView;
use crate::simd::{LANES, Measures, Task};
use crate::store::to_u32;
use crate::work;
use core::array;
use core::ops::{ControlFlow, Range};

/// The search for all overlapping pairs of a box of `left` and a box of `right`.
///
/// If both are the same tree, finds each pair once, and no box with itself. Tests categories only
/// if `FILTERED`: a branch for each node makes joins up to a sixth slower.
pub(crate) struct TreeJoin<'a, S: Scalar, const D: usize, const FILTERED: bool> {
    pub(crate) left: &'a PackedTreeView<'a, S, D>,
    pub(crate) right: &'a PackedTreeView<'a, S, D>,
    pub(crate) is_self_join: bool,
    /// The leaf nodes of the right tree that are searched in the left one.
    pub(crate) leaves: Range<u32>,
    pub(crate) meeting: &'a Meeting,
    /// Gets the id of a box of `left` and the id of a box of `right`.
    pub(crate) visit: &'a mut dyn FnMut(u32, u32) -> ControlFlow<()>,
}

/// A node of the left tree.
#[derive(Clone, Copy, Debug, Default)]
struct WaitingNode {
    level: u32,
    index: u32,
}

impl<S: Scalar, const D: usize, const FILTERED: bool> Task<S::Lane>
    for TreeJoin<'_, S, D, FILTERED>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Measures<S::Lane>>(mut self, lanes: L) -> ControlFlow<()> {
        if self.left.len == 0 {
            return ControlFlow::Continue(());
        }
        // On each level, at most the siblings of the node that is searched wait.
        let mut waiting = [WaitingNode::default(); MAX_LEVELS * LANES];
        for leaf in self.leaves.clone() {
            let Some(node) = self.right.node(0, leaf) else {
                continue;
            };
            self.search(lanes, leaf, &node, &mut waiting)?;
        }
        ControlFlow::Continue(())
    }
}

impl<S: Scalar, const D: usize, const FILTERED: bool> TreeJoin<'_, S, D, FILTERED> {
    /// Finds the pairs of a box in a leaf node of the right tree.
    #[inline(always)]
    fn search<L: Measures<S::Lane>>(
        &mut self,
        lanes: L,
        leaf: u32,
        node: &PackedNode<'_, S, D>,
        waiting: &mut [WaitingNode; MAX_LEVELS * LANES],
    ) -> ControlFlow<()> {
        let [low, high] = ends(&self.right.bounds_of(0, leaf));
        let mask = if FILTERED {
            self.meeting.mask_of(self.right, leaf)
        } else {
            u32::MAX
        };
        waiting[0] = WaitingNode {
            level: to_u32(self.left.levels.top()),
            index: 0,
        };
        let mut end = 1;
        while end > 0 {
            end -= 1;
            let WaitingNode { level, index } = waiting[end];
            if level == 0 {
                self.join_leaves(lanes, index, leaf, node)?;
                continue;
            }
            let Some(inner) = self.left.node(level as usize, index) else {
                continue;
            };
            let mut bits = inner.overlapping(lanes, low, high);
            bits &= self.left.levels.lanes(level as usize, index);
            if FILTERED {
                let place = (level as usize, index);
                bits &= self.meeting.lanes(lanes, self.left, place, mask);
            }
            if self.is_self_join {
                bits &= not_before(leaf, level, index);
            }
            while let Some(lane) = take_lane(&mut bits) {
                let Some(slot) = waiting.get_mut(end) else {
                    break;
                };
                *slot = WaitingNode {
                    level: level - 1,
                    index: child_of(index, lane),
                };
                end += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the pairs of a box in a leaf node of the left tree and a box in a leaf node of the
    /// right one.
    #[inline(always)]
    fn join_leaves<L: Measures<S::Lane>>(
        &mut self,
        lanes: L,
        left: u32,
        right: u32,
        right_node: &PackedNode<'_, S, D>,
    ) -> ControlFlow<()> {
        let Some(left_node) = self.left.node(0, left) else {
            return ControlFlow::Continue(());
        };
        let [low, high] = ends(&self.left.bounds_of(0, left));
        let mut near = right_node.overlapping(lanes, low, high);
        near &= self.right.levels.lanes(0, right);
        if FILTERED {
            let mask = self.meeting.mask_of(self.left, left);
            near &= self.meeting.lanes(lanes, self.right, (0, right), mask);
        }
        let all = self.left.levels.lanes(0, left);
        let is_same = self.is_self_join && left == right;
        let min = array::from_fn(|axis| lanes.load_column(&left_node.min[axis]));
        let max = array::from_fn(|axis| lanes.load_column(&left_node.max[axis]));
        let (left_ids, right_ids) = (self.left.ids_of(left), self.right.ids_of(right));
        while let Some(lane) = take_lane(&mut near) {
            work::count(LANES);
            let [low, high] = right_node.ends_of(lane);
            let mut bits = lanes.overlapping(&min, &max, low, high) & all;
            if FILTERED {
                let mask = self.meeting.mask_of_box(self.right, right, lane);
                bits &= self.meeting.lanes(lanes, self.left, (0, left), mask);
            }
            if is_same {
                bits &= u32::MAX << 1 << lane;
            }
            while let Some(other) = take_lane(&mut bits) {
                (self.visit)(left_ids[other], right_ids[lane])?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The lanes of a node that are not before the child above a leaf node. The node itself must not be
/// before that leaf node.
#[inline(always)]
fn not_before(leaf: u32, level: u32, index: u32) -> u32 {
    const BITS: u32 = LANES.ilog2();
    let child = leaf >> (BITS * (level - 1));
    if child / CHILDREN == index {
        u32::MAX << (child % CHILDREN)
    } else {
        u32::MAX
    }
}

/// The corners of a box, in lanes.
#[inline(always)]
fn ends<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [[S::Lane; D]; 2] {
    [aabb.min().map(S::to_lane), aabb.max().map(S::to_lane)]
}
