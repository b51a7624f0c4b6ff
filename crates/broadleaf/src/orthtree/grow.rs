//! The root: growing toward boxes outside, and shrinking when there are none.

use super::Orthtree;
use super::layout::{NOBODY, Node, NodeIndex, OUTSIDE, ROOT, center_of};
use super::rule::strict_child;
use crate::geometry::{Aabb, Scalar};
use alloc::vec::Vec;
use core::mem;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Doubles the root until a box fits; returns whether it does.
    pub(super) fn grow_around(&mut self, aabb: &Aabb<S, D>) -> bool {
        if self.config.fixed_root.is_some() || !is_finite(aabb) {
            return false;
        }
        if self.node(ROOT).count == 0 {
            self.fold(ROOT);
            self.nodes[ROOT as usize].reset(cube_around(aabb), NOBODY, self.eighths);
            self.levels = 0;
        }
        while !self.node(ROOT).cell.contains(aabb) {
            if !self.grow_toward(aabb) {
                return false;
            }
        }
        true
    }

    /// Doubles the root toward a box: the old root becomes a child. Returns whether that was
    /// possible.
    fn grow_toward(&mut self, aabb: &Aabb<S, D>) -> bool {
        let cell = self.node(ROOT).cell;
        let (mut min, mut max, mut center) = (cell.min(), cell.max(), cell.min());
        let mut child = 0;
        for axis in 0..D {
            let edge = max[axis].saturating_sub(min[axis]);
            let (lower, upper) = (
                min[axis].saturating_sub(edge),
                max[axis].saturating_add(edge),
            );
            let (can_sink, can_rise) = (
                lower < min[axis] && lower.is_finite(),
                upper > max[axis] && upper.is_finite(),
            );
            if can_sink && (aabb.min()[axis] < min[axis] || !can_rise) {
                child |= 1 << axis;
                min[axis] = lower;
            } else {
                center[axis] = max[axis];
                if can_rise {
                    max[axis] = upper;
                } else if aabb.min()[axis] < min[axis] || max[axis] < aabb.max()[axis] {
                    return false;
                }
                // Otherwise the axis is as long as it can be, and long enough: the upper children
                // stay empty.
            }
        }
        if self.node(ROOT).is_leaf() {
            let cell = Aabb::new(min, max);
            self.nodes[ROOT as usize].place(cell, center_of(&cell), self.eighths);
            return true;
        }
        if self.levels >= Self::MOST_LEVELS {
            self.levels = self.height();
        }
        if self.levels >= Self::MOST_LEVELS {
            return false;
        }
        self.levels += 1;
        self.put_root_below(Aabb::new(min, max), center, child);
        true
    }

    /// Makes the root a child of a new one.
    fn put_root_below(&mut self, cell: Aabb<S, D>, center: [S; D], child: NodeIndex) {
        let old = mem::replace(&mut self.nodes[ROOT as usize], Node::new());
        let root = &mut self.nodes[ROOT as usize];
        root.place(cell, center, self.eighths);
        (root.bounds, root.count, root.category) = (old.bounds, old.count, old.category);
        let first = self.take_block(ROOT);
        self.settle(
            Node {
                parent: ROOT,
                ..old
            },
            first + child,
        );
        if self.eighths == 0 {
            self.lift_touching(first + child, &center, child);
        }
    }

    /// Puts a node in a place and leads all links there.
    fn settle(&mut self, node: Node<S, D>, index: NodeIndex) {
        self.children(&node)
            .for_each(|child| self.nodes[child as usize].parent = index);
        for item in &node.items {
            self.places[item.slot as usize].node = index;
        }
        self.nodes[index as usize] = node;
    }

    /// Lets boxes at or below a node in at the root again if they touch the new center.
    ///
    /// They cannot come back: where the rule sends them now is not this child.
    fn lift_touching(&mut self, index: NodeIndex, center: &[S; D], child: NodeIndex) {
        self.children(self.node(index))
            .for_each(|below| self.lift_touching(below, center, child));
        let touching = self
            .node(index)
            .items
            .iter()
            .filter(|item| strict_child(center, &item.aabb) != Some(child));
        let touching: Vec<_> = touching.copied().collect();
        for item in touching {
            self.leave(item.slot);
            self.enter(ROOT, item);
        }
        if self.node(index).count as usize <= self.capacity() {
            self.fold(index);
        }
    }

    /// Makes a child the root as long as it holds everything.
    pub(super) fn shrink(&mut self) {
        while self.config.fixed_root.is_none() {
            let root = self.node(ROOT);
            if root.is_leaf() || !root.items.is_empty() {
                return;
            }
            let (first, count) = (root.children, root.count);
            let Some(heir) =
                (first..first + Self::WIDTH).find(|&child| self.node(child).count == count)
            else {
                return;
            };
            (first..first + Self::WIDTH)
                .filter(|&child| child != heir)
                .for_each(|child| self.fold(child));
            let node = mem::replace(&mut self.nodes[heir as usize], Node::new());
            self.blocks.give_back(first / Self::WIDTH);
            self.settle(
                Node {
                    parent: NOBODY,
                    ..node
                },
                ROOT,
            );
            self.levels = self.levels.saturating_sub(1);
        }
    }

    /// Forgets all nodes but not their memory.
    pub(super) fn reset_nodes(&mut self) {
        self.blocks.clear();
        let first = self.blocks.take();
        debug_assert_eq!(first, 0);
        self.nodes
            .resize_with(self.nodes.len().max(Self::WIDTH as usize), Node::new);
        self.nodes[ROOT as usize].reset(
            self.config.fixed_root.unwrap_or_else(origin),
            NOBODY,
            self.eighths,
        );
        self.nodes[OUTSIDE as usize].reset(origin(), NOBODY, self.eighths);
        self.levels = 0;
    }
}

pub(super) fn is_finite<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| aabb.min()[axis].is_finite() && aabb.max()[axis].is_finite())
}

/// The cell of a root that has held no box yet.
fn origin<S: Scalar, const D: usize>() -> Aabb<S, D> {
    Aabb::point([S::default(); D])
}

/// A cube with the box in a corner: no edge is zero.
pub(super) fn cube_around<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> Aabb<S, D> {
    let longest = (0..D)
        .map(|axis| aabb.max()[axis].saturating_sub(aabb.min()[axis]))
        .fold(S::default(), |a, b| if a < b { b } else { a });
    let edge = if longest > S::default() {
        longest
    } else {
        S::UNIT
    };
    let sides: [_; D] =
        core::array::from_fn(|axis| side_around(aabb.min()[axis], aabb.max()[axis], edge));
    Aabb::new(sides.map(|(min, _)| min), sides.map(|(_, max)| max))
}

/// A side of some length from `low` up or, at the end of the range, from `high` down.
fn side_around<S: Scalar>(low: S, high: S, mut edge: S) -> (S, S) {
    loop {
        let (up, down) = (low.saturating_add(edge), high.saturating_sub(edge));
        let (up, down) = (
            if up < high { high } else { up },
            if low < down { low } else { down },
        );
        if low < up && up.is_finite() {
            return (low, up);
        }
        if down < high && down.is_finite() {
            return (down, high);
        }
        // Far from the origin a small step goes nowhere.
        let twice = edge.saturating_add(edge);
        if !(edge < twice) {
            return (low, high);
        }
        edge = twice;
    }
}
