//! The root, which grows toward boxes outside it and shrinks when they are removed.
//!
//! ```text
//!                       ┌───────────┬───────────┐
//!                       │           │           │     The root doubles toward ▪, and the old root
//!   ┌─────┬─────┐       │           │        ▪  │     becomes a child. The new center is the corner
//!   │  ▫  │     │       │           │           │     of the old root, not the rounded middle of the
//!   ├─────┼─────┤   →   ├─────┬─────┼───────────┤     new one.
//!   │     │ ▫ ▫ │       │  ▫  │     │           │
//!   └─────┴─────┘       ├─────┼─────┤           │
//!                       │     │ ▫ ▫ │           │
//!                       └─────┴─────┴───────────┘
//! ```

use super::choice::strict_child;
use super::node::{NO_PARENT, NodeIndex, ROOT, center_of};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar, greater, lesser};
use alloc::vec::Vec;
use core::array;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Doubles the root until it contains a box; returns whether it does.
    pub(super) fn grow_around(&mut self, aabb: &Aabb<S, D>) -> bool {
        if self.config.root.is_fixed() || !is_finite(aabb) {
            return false;
        }
        if self.node(ROOT).count == 0 {
            self.fold(ROOT);
            let cell = self.config.root.first_cell();
            let looseness = self.looseness;
            self.node_mut(ROOT).reset(
                cell.unwrap_or_else(|| cube_around(aabb)),
                NO_PARENT,
                looseness,
            );
            (self.levels, self.is_full) = (0, false);
        }
        while !self.node(ROOT).cell.contains(aabb) {
            if !self.grow_toward(aabb) {
                return false;
            }
        }
        true
    }

    /// Doubles the root toward a box, if possible; returns whether it has grown. A loose tree skips
    /// the levels between the old root and one that contains the box.
    fn grow_toward(&mut self, aabb: &Aabb<S, D>) -> bool {
        let node = self.node(ROOT);
        let (cell, is_leaf, looseness) = (node.cell, node.is_leaf(), self.looseness);
        if !is_leaf && !self.has_room_above() {
            return false;
        }
        let growth = if is_leaf || looseness.is_strict() {
            DoubledCell::toward(aabb, cell)
        } else {
            DoubledCell::until(aabb, cell, |cell| cell.contains(aabb))
        };
        let Some(growth) = growth else {
            return false;
        };
        if is_leaf {
            self.node_mut(ROOT)
                .set_cell(growth.cell, center_of(&growth.cell), looseness);
            return true;
        }
        self.push_down(ROOT, &growth);
        if looseness.is_strict() {
            let old = self.node(ROOT).children + growth.child;
            self.lift_touching(old, &growth.center, growth.child);
        }
        true
    }

    /// Reinserts at the root the boxes of a subtree that touch the new center: the strict rule does
    /// not put them below `child`.
    fn lift_touching(&mut self, index: NodeIndex, center: &[S; D], child: NodeIndex) {
        for below in self.children_of(self.node(index)) {
            self.lift_touching(below, center, child);
        }
        let items = self.node(index).items.iter();
        let touching: Vec<_> = items
            .filter(|item| {
                let child_now = strict_child(center, &item.aabb);
                child_now.map(NodeIndex::from) != Some(child)
            })
            .copied()
            .collect();
        for item in touching {
            self.leave(item.slot);
            self.enter(ROOT, item);
        }
        if self.fits_into_leaf(self.node(index)) {
            self.fold(index);
        }
    }

    /// Replaces the root by a child while one child has all boxes and contains the cell that the
    /// root began with.
    pub(super) fn shrink(&mut self) {
        while let Some(heir) = self.heir() {
            self.replace_by_child(ROOT, heir);
            (self.levels, self.is_full) = (self.levels.saturating_sub(1), false);
        }
        self.restore_first_cell();
    }

    /// The child that can replace the root.
    fn heir(&self) -> Option<NodeIndex> {
        if self.config.root.is_fixed() {
            return None;
        }
        let heir = self.only_child(ROOT)?;
        let cell = &self.node(heir).cell;
        let mut first = self.config.root.first_cell().into_iter();
        first.all(|first| cell.contains(&first)).then_some(heir)
    }

    /// Gives a root that is a leaf the cell that it began with, if its boxes fit into that cell.
    fn restore_first_cell(&mut self) {
        let root = self.node(ROOT);
        let Some(cell) = self.config.root.first_cell() else {
            return;
        };
        // A leaf that is over-full would be scanned at every removal.
        let may_change = root.is_leaf() && root.cell != cell && self.fits_into_leaf(root);
        if may_change && root.items.iter().all(|item| cell.contains(&item.aabb)) {
            let looseness = self.looseness;
            self.node_mut(ROOT)
                .set_cell(cell, center_of(&cell), looseness);
        }
    }
}

/// A doubled cell. The old cell becomes the child with this number, and its corner the center.
pub(super) struct DoubledCell<S, const D: usize> {
    pub(super) cell: Aabb<S, D>,
    pub(super) center: [S; D],
    pub(super) child: NodeIndex,
}

impl<S: Scalar, const D: usize> DoubledCell<S, D> {
    /// Doubles every edge of a cell toward a box, or away from it at the ends of the range. `None`
    /// if the box is beyond the cell on an axis that cannot grow.
    fn toward(aabb: &Aabb<S, D>, cell: Aabb<S, D>) -> Option<Self> {
        let (mut min, mut max, mut center) = (cell.min(), cell.max(), cell.min());
        let mut child = 0;
        for axis in 0..D {
            let edge = max[axis].saturating_sub(min[axis]);
            let lower = min[axis].saturating_sub(edge);
            let upper = max[axis].saturating_add(edge);
            let can_sink = lower < min[axis] && lower.is_finite();
            let can_rise = upper > max[axis] && upper.is_finite();
            let [start, end] = aabb.ends(axis);
            if can_sink && (start < min[axis] || !can_rise) {
                child |= 1 << axis;
                min[axis] = lower;
            } else {
                center[axis] = max[axis];
                if can_rise {
                    max[axis] = upper;
                } else if start < min[axis] || max[axis] < end {
                    return None;
                }
                // Otherwise the axis has its greatest length, and the upper children stay empty.
            }
        }
        let cell = Aabb::new(min, max);
        Some(Self {
            cell,
            center,
            child,
        })
    }

    /// Doubles a cell toward a box until it satisfies a condition. `None` if it does so from the
    /// beginning, or cannot.
    pub(super) fn until(
        aabb: &Aabb<S, D>,
        mut cell: Aabb<S, D>,
        is_right: impl Fn(&Aabb<S, D>) -> bool,
    ) -> Option<Self> {
        let mut growth = None;
        while !is_right(&cell) {
            let next = Self::toward(aabb, cell)?;
            cell = next.cell;
            growth = Some(next);
        }
        growth
    }
}

pub(super) fn is_finite<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| aabb.ends(axis).iter().all(|end| end.is_finite()))
}

/// A cube with the box in a corner. Its edge is never zero.
pub(super) fn cube_around<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> Aabb<S, D> {
    let edges = (0..D).map(|axis| aabb.max()[axis].saturating_sub(aabb.min()[axis]));
    let longest = edges.fold(S::default(), greater);
    let edge = if longest > S::default() {
        longest
    } else {
        S::UNIT
    };
    let sides: [[S; 2]; D] = array::from_fn(|axis| side_around(aabb.ends(axis), edge));
    Aabb::new(sides.map(|[min, _]| min), sides.map(|[_, max]| max))
}

/// A side of at least the length `edge` around the interval: from `low` up or, at the end of the
/// range, from `high` down.
fn side_around<S: Scalar>([low, high]: [S; 2], mut edge: S) -> [S; 2] {
    loop {
        let up = greater(low.saturating_add(edge), high);
        let down = lesser(high.saturating_sub(edge), low);
        if low < up && up.is_finite() {
            return [low, up];
        }
        if down < high && down.is_finite() {
            return [down, high];
        }
        // Far from the origin a short edge is lost to rounding.
        let twice = edge.saturating_add(edge);
        if !(edge < twice) {
            return [low, high];
        }
        edge = twice;
    }
}
