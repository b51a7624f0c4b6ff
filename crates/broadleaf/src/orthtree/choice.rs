//! The choice of a child for a box.

use super::looseness::Looseness;
use super::node::{CellBox, CellNode};
use super::tuning::MAX_CHILDREN;
use crate::geometry::{Aabb, Scalar};
use core::array;

/// The number of items by child, and last the number of items that stay.
pub(super) type Counts = [u32; MAX_CHILDREN as usize + 1];

/// Whether the plane through the center belongs to the lower child: on the second axis only, as in
/// the published quadtree.
#[inline]
pub(super) fn center_is_low(axis: usize) -> bool {
    axis == 1
}

/// The number of the child on whose side of the center a box lies along every axis, if there is
/// one. Boxes of different children never touch.
#[inline]
pub(super) fn strict_child<S: Scalar, const D: usize>(
    center: &[S; D],
    aabb: &Aabb<S, D>,
) -> Option<u8> {
    let mut child = 0;
    let mut crosses = false;
    for axis in 0..D {
        let (min, max, center) = (aabb.min()[axis], aabb.max()[axis], center[axis]);
        let (low, high) = if center_is_low(axis) {
            (max <= center, min > center)
        } else {
            (max < center, min >= center)
        };
        child |= u8::from(high) << axis;
        crosses |= !(low | high);
    }
    (!crosses).then_some(child)
}

/// A choice among the children of one node, for many boxes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice<S, const D: usize> {
    /// In a strict tree: by the center.
    Strict { center: [S; D] },
    /// In a loose tree: by the center and, by axis, where boxes may lie in the lower and in the
    /// upper children.
    Loose {
        center: [S; D],
        sides: [[[S; 2]; 2]; D],
    },
}

impl<S: Scalar, const D: usize> Choice<S, D> {
    pub(super) fn of(node: &CellNode<S, D>, looseness: Looseness) -> Self {
        let center = node.center;
        if looseness.is_strict() {
            return Self::Strict { center };
        }
        let sides = array::from_fn(|axis| [false, true].map(|is_high| side(node, axis, is_high)));
        Self::Loose { center, sides }
    }

    /// The result of [`child_for`] for the node.
    #[inline]
    pub(super) fn child_for(&self, aabb: &Aabb<S, D>) -> Option<u8> {
        match self {
            Self::Strict { center } => strict_child(center, aabb),
            // A table: the processor would mispredict every second branch.
            Self::Loose { center, sides } => loose_child(center, aabb, |axis, is_high| {
                sides[axis][usize::from(is_high)]
            }),
        }
    }
}

/// The number of the child that a box belongs to; `None` if it stays in the node.
#[inline]
pub(super) fn child_for<S: Scalar, const D: usize>(
    node: &CellNode<S, D>,
    looseness: Looseness,
    aabb: &Aabb<S, D>,
) -> Option<u8> {
    if looseness.is_strict() {
        strict_child(&node.center, aabb)
    } else {
        loose_child(&node.center, aabb, |axis, is_high| {
            side(node, axis, is_high)
        })
    }
}

/// The number of the child whose cell contains the center of a box, if the box lies within the
/// range of that child on each axis.
#[inline]
fn loose_child<S: Scalar, const D: usize>(
    center: &[S; D],
    aabb: &Aabb<S, D>,
    side: impl Fn(usize, bool) -> [S; 2],
) -> Option<u8> {
    let mut child = 0;
    let mut fits = true;
    for axis in 0..D {
        let [min, max] = aabb.ends(axis);
        let is_high = min.midpoint(max) >= center[axis];
        let [low, high] = side(axis, is_high);
        child |= u8::from(is_high) << axis;
        fits &= (low <= min) & (max <= high);
    }
    fits.then_some(child)
}

/// The range of the boxes in the lower or the upper children of a node, along an axis.
#[inline]
pub(super) fn side<S: Scalar, const D: usize>(
    node: &CellNode<S, D>,
    axis: usize,
    is_high: bool,
) -> [S; 2] {
    let (cell, center, margin) = (&node.cell, node.center[axis], node.margin[axis]);
    let (low, high) = if is_high {
        (center, cell.max()[axis])
    } else {
        (cell.min()[axis], center)
    };
    [low.saturating_sub(margin), high.saturating_add(margin)]
}

/// Finds the child of each item; returns the number of items by child.
pub(super) fn find_children<S: Scalar, const D: usize>(
    choice: &Choice<S, D>,
    items: &[CellBox<S, D>],
    children: &mut [u8],
) -> Counts {
    let mut counts = [0; MAX_CHILDREN as usize + 1];
    for (item, child) in items.iter().zip(children) {
        *child = choice.child_for(&item.aabb).unwrap_or(MAX_CHILDREN);
        counts[usize::from(*child)] += 1;
    }
    counts
}
