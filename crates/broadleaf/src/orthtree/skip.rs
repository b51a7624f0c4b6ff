//! Cells that skip levels.
//!
//! One box far away makes the root so large that all other boxes lie in one cell, far down. The
//! levels between would be a chain of nodes with one child each, and leaves would reach the limit
//! of depth with thousands of boxes: with one body 10⁹ scene sizes away, 30 of 32 levels were such
//! a chain, and windows took 50 to 300 times as long. A loose tree skips these levels: its cells
//! only guide boxes, and queries test bounds. A strict tree cannot: its rule decides on which side
//! of every plane a box lies.
//!
//! ```text
//!   ┌───────────────────────┐      A leaf that is split has its cell halved first, as long as all
//!   │                     ▪ │      its boxes lie in one half (▫). So it may be a small part of what
//!   │                       │      its parent gives it. A box in the rest of that part (▪) gets a
//!   │ ┌───┐                 │      node between the two, whose cell is the small one,
//!   │ │▫ ▫│                 │      doubled until it holds the box.
//!   │ └───┘                 │
//!   └───────────────────────┘      A node that loses all boxes but those of one child is replaced
//!                                  by the child.
//! ```

use super::choice::side;
use super::looseness::Looseness;
use super::node::{CellNode, NodeIndex, OUTSIDE, ROOT, center_of, child_cell};
use super::root::DoubledCell;
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::work;
use core::array;
use core::mem;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Halves the cell of a leaf while all its boxes belong to one child.
    pub(super) fn narrow(
        &self,
        node: &mut CellNode<S, D>,
        boxes: impl ExactSizeIterator<Item = Aabb<S, D>>,
    ) {
        if self.looseness.is_strict() {
            return;
        }
        work::count(boxes.len());
        let Some(group) = Group::of(boxes) else {
            return;
        };
        while self.is_divisible(node)
            && let Some(child) = group.common_child(node)
        {
            let cell = child_cell(&node.cell, &node.center, child);
            node.set_cell(cell, center_of(&cell), self.looseness);
        }
    }

    /// Prepares a node below the root for a box that belongs to the part of space that the parent
    /// gives the node. If its cell is a smaller part that does not hold the box, the cell grows or
    /// another node is put above it.
    pub(super) fn make_hold(&mut self, index: NodeIndex, aabb: &Aabb<S, D>) {
        if index == ROOT || index == OUTSIDE || self.has_whole_cell(index) {
            return;
        }
        let node = self.node(index);
        // An inner node that fits into a leaf has just lost the box that moves, and gets it back.
        let is_left = !node.is_leaf() && self.fits_into_leaf(node);
        if is_left || self.holds_in_skipped(&node.cell, aabb) {
            return;
        }
        if node.is_leaf() && node.items.len() < self.config.effective_leaf_capacity() {
            let (cell, looseness) = (self.whole_cell(index), self.looseness);
            return self
                .node_mut(index)
                .set_cell(cell, center_of(&cell), looseness);
        }
        let cell = node.cell;
        if self.has_room_above()
            && let Some(growth) =
                DoubledCell::until(aabb, cell, |cell| self.holds_in_skipped(cell, aabb))
        {
            self.push_down(index, &growth);
        }
    }

    /// Whether a box may be in the subtree of a node with this cell, if the cell is only a part of
    /// what the parent gives the node.
    pub(super) fn holds_in_skipped(&self, cell: &Aabb<S, D>, aabb: &Aabb<S, D>) -> bool {
        let margin = own_margin(cell, self.looseness);
        (0..D).all(|axis| {
            let ([low, high], [min, max]) = (cell.ends(axis), aabb.ends(axis));
            let (middle, margin) = (min.midpoint(max), margin[axis]);
            (low <= middle)
                & (middle <= high)
                & (low.saturating_sub(margin) <= min)
                & (max <= high.saturating_add(margin))
        })
    }

    /// Whether the cell of a node below the root is all that its parent gives it. Halving shortens
    /// a cell on every axis, so one axis decides.
    #[inline]
    pub(super) fn has_whole_cell(&self, index: NodeIndex) -> bool {
        let node = self.node(index);
        let parent = self.node(node.parent);
        let ([low, high], center) = (parent.cell.ends(0), parent.center[0]);
        let whole = if (index - parent.children) & 1 == 0 {
            [low, center]
        } else {
            [center, high]
        };
        node.cell.ends(0) == whole
    }

    /// The part of space that the parent gives a node.
    fn whole_cell(&self, index: NodeIndex) -> Aabb<S, D> {
        let parent = self.node(self.node(index).parent);
        child_cell(&parent.cell, &parent.center, index - parent.children)
    }

    /// Puts a new node in the position of a node, which becomes its child. There must be room for
    /// one more level.
    pub(super) fn push_down(&mut self, index: NodeIndex, growth: &DoubledCell<S, D>) {
        let &DoubledCell {
            cell,
            center,
            child,
        } = growth;
        self.levels += 1;
        let old = mem::replace(self.node_mut(index), CellNode::new());
        let looseness = self.looseness;
        let node = self.node_mut(index);
        node.set_cell(cell, center, looseness);
        // The margin of the cell that was doubled last, to the last bit.
        node.margin = own_margin(&child_cell(&cell, &center, child), looseness);
        (node.bounds, node.count, node.category) = (old.bounds, old.count, old.category);
        node.parent = old.parent;
        let first = self.take_block(index);
        let old = CellNode {
            parent: index,
            ..old
        };
        self.move_node(old, first + child);
    }

    /// Whether there is room for one more level.
    pub(super) fn has_room_above(&mut self) -> bool {
        if self.levels == Self::MAX_LEVELS && !self.is_full {
            self.levels = self.depth();
            self.is_full = self.levels == Self::MAX_LEVELS;
        }
        self.levels < Self::MAX_LEVELS
    }

    /// Replaces a node below the root by its child, repeatedly, while one child has all boxes.
    /// `left` is a node that a box has left.
    pub(super) fn contract(&mut self, left: NodeIndex) {
        let node = self.node(left);
        if self.looseness.is_strict() || !node.items.is_empty() {
            return;
        }
        let index = if node.is_leaf() { node.parent } else { left };
        while self
            .nodes
            .get(index as usize)
            .is_some_and(|_| index != ROOT)
            && let Some(heir) = self.only_child(index)
        {
            self.replace_by_child(index, heir);
        }
    }

    /// The child that has all boxes of a node, if there is one.
    pub(super) fn only_child(&self, index: NodeIndex) -> Option<NodeIndex> {
        let node = self.node(index);
        if !node.items.is_empty() {
            return None;
        }
        let mut children = self.children_of(node);
        children.find(|&child| self.node(child).count == node.count)
    }

    /// Replaces a node by a child that has all its boxes.
    pub(super) fn replace_by_child(&mut self, index: NodeIndex, heir: NodeIndex) {
        let siblings = self.children_of(self.node(index));
        let (block, parent) = (siblings.start / Self::CHILDREN, self.node(index).parent);
        for sibling in siblings.filter(|&sibling| sibling != heir) {
            self.fold(sibling);
        }
        let node = mem::replace(self.node_mut(heir), CellNode::new());
        self.blocks.give_back(block);
        self.move_node(CellNode { parent, ..node }, index);
    }

    /// Stores a node at another index, and repairs the links and entries that refer to it.
    fn move_node(&mut self, node: CellNode<S, D>, index: NodeIndex) {
        for child in self.children_of(&node) {
            self.node_mut(child).parent = index;
        }
        for item in &node.items {
            self.entries[item.slot as usize].node = index;
        }
        self.nodes[index as usize] = node;
    }
}

/// How far a box may overhang a cell.
fn own_margin<S: Scalar, const D: usize>(cell: &Aabb<S, D>, looseness: Looseness) -> [S; D] {
    array::from_fn(|axis| {
        let [low, high] = cell.ends(axis);
        looseness.margin(high.saturating_sub(low))
    })
}

/// The properties of some boxes that decide whether all belong to one child.
struct Group<S, const D: usize> {
    bounds: Aabb<S, D>,
    /// The bounds of the centers.
    centers: Aabb<S, D>,
}

impl<S: Scalar, const D: usize> Group<S, D> {
    fn of(mut boxes: impl Iterator<Item = Aabb<S, D>>) -> Option<Self> {
        let bounds = boxes.next()?;
        let mut group = Self {
            bounds,
            centers: Aabb::point(center_of(&bounds)),
        };
        for aabb in boxes {
            group.bounds = group.bounds.union(&aabb);
            group.centers = group.centers.union(&Aabb::point(center_of(&aabb)));
        }
        Some(group)
    }

    /// The child of a node that all boxes belong to, if there is one.
    fn common_child(&self, node: &CellNode<S, D>) -> Option<NodeIndex> {
        let mut child = 0;
        for axis in 0..D {
            let [first, last] = self.centers.ends(axis).map(|end| end >= node.center[axis]);
            let [low, high] = side(node, axis, first);
            let [min, max] = self.bounds.ends(axis);
            if first != last || min < low || high < max {
                return None;
            }
            child |= NodeIndex::from(first) << axis;
        }
        Some(child)
    }
}
