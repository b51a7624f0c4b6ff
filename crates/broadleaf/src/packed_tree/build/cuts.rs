//! Median cuts: the boxes of each node lie between two cuts on each axis.
//!
//! ```text
//!  ┌────────┬───────────────┐   A node of 16 children is cut into parts along the axis on which
//!  │        │               │   the centers lie farthest apart, into as many parts as keep them
//!  │   A    │       B       │   about as long as wide; each part is cut again in the same way,
//!  │        ├───────────────┤   until its boxes are those of one child. Cuts fall at multiples of
//!  │        │       C       │   the number of boxes below a child, so every node except the last
//!  └────────┴───────────────┘   of a level is full, and no pointers are needed.
//! ```
//!
//! Cuts of least surface-area cost, which minimize the sum of half area times count over both
//! parts, need three sorts each. With them, windows visit 0 to 6 % fewer leaf nodes, and rays 1 to
//! 18 % fewer nodes (docs/internals/packed-tree.md). Compared with a Hilbert curve, medians save a
//! fifth of the nodes of a window.
//!
//! A cut by selection costs a pass over the boxes for each factor of two, so `bins` makes up to
//! fifteen cuts at once. This does not affect the result: the boxes of a part, and hence the bytes
//! of a tree, follow from centers and indices alone. A change of where a cut falls, including the
//! least list that is cut by counting ([`MIN_COUNTED`]), changes the bytes.

use super::bins::{Along, select, split};
use super::centers::{Center, center, spread_out};
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar, greater, lesser};
use crate::packed_tree::tuning::COST_OF_BOX;
use crate::simd::LANES;
use crate::store::to_u32;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::mem;

/// The children of a node with fewer boxes are repeatedly halved along the longest axis instead of
/// being cut into several parts along one. A part of the format, because the bytes depend on it.
const MIN_COUNTED: usize = 4 * LANES;
/// Boxes within a shorter length of a stretched space get a space of their own, stretched again.
/// The length is a hundred thousandth of the space, below which single precision, with its 24 bits,
/// has fewer than 2^8 positions.
const MIN_LENGTH: f32 = 1e25;

/// Recomputes the centers of some items, as far apart as single precision allows. Returns false,
/// without a change, if their numbers fit into single precision.
type Recenter<'a, const D: usize> = &'a (dyn Fn(&mut [Center<D>]) -> bool + Sync);

/// The indices of the boxes after median cuts.
pub(crate) fn cut<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
    executor: impl Executor,
) -> Vec<u32> {
    let len = len as usize;
    let (mut items, mut scratch) = (vec![Center::FILLER; len], vec![Center::FILLER; len]);
    executor.for_each_piece(&mut items, COST_OF_BOX, |first, items| {
        for (item, index) in items.iter_mut().zip(first..) {
            *item = Center {
                center: center(&boxes.get(index)),
                index: to_u32(index),
            };
        }
    });
    let recenter = |items: &mut [Center<D>]| {
        let is_exact = size_of::<S::Real>() == size_of::<f32>();
        if !is_exact {
            spread_out(boxes, items, executor);
        }
        !is_exact
    };
    recenter(&mut items);
    let mut order = vec![0; len];
    let uncut = Uncut {
        items: &mut items,
        scratch: &mut scratch,
        order: &mut order,
    };
    cut_items(uncut, &recenter, executor);
    order
}

/// Items to order, and where to write their indices.
pub(crate) struct Uncut<'a, const D: usize> {
    pub(crate) items: &'a mut [Center<D>],
    /// Of the same length.
    pub(crate) scratch: &'a mut [Center<D>],
    /// Of the same length.
    pub(crate) order: &'a mut [u32],
}

impl<const D: usize> Uncut<'_, D> {
    fn split_at(self, first: usize) -> [Self; 2] {
        let (items, other_items) = self.items.split_at_mut(first);
        let (scratch, other_scratch) = self.scratch.split_at_mut(first);
        let (order, other_order) = self.order.split_at_mut(first);
        [
            Self {
                items,
                scratch,
                order,
            },
            Self {
                items: other_items,
                scratch: other_scratch,
                order: other_order,
            },
        ]
    }
}

/// Orders items: each node of the tree receives the items between two cuts.
pub(crate) fn cut_items<const D: usize>(
    mut uncut: Uncut<'_, D>,
    recenter: Recenter<'_, D>,
    executor: impl Executor,
) {
    let len = uncut.items.len();
    if len <= LANES {
        // Selection leaves the boxes before a cut in an order that depends on the algorithm.
        return write_leaf(uncut.items, uncut.order);
    }
    // The number of boxes below a child of the node around all items.
    let mut unit = LANES;
    while unit.saturating_mul(LANES) < len {
        unit *= LANES;
    }
    let children = len.div_ceil(unit);
    let mut extents = CenterExtents::of(uncut.items);
    if extents.length(extents.longest()) < MIN_LENGTH && recenter(uncut.items) {
        extents = CenterExtents::of(uncut.items);
    }
    let axis = extents.longest();
    let part = if len < MIN_COUNTED {
        let first = children.div_ceil(2) * unit;
        select(uncut.items, first, axis);
        first
    } else {
        let part = children.div_ceil(extents.parts(axis, children)) * unit;
        split(uncut.items, uncut.scratch, part, &extents.along(axis));
        mem::swap(&mut uncut.items, &mut uncut.scratch);
        part
    };
    cut_parts(uncut, part, recenter, executor);
}

/// Cuts each part of `part` items further.
fn cut_parts<const D: usize>(
    uncut: Uncut<'_, D>,
    part: usize,
    recenter: Recenter<'_, D>,
    executor: impl Executor,
) {
    let len = uncut.items.len();
    if len <= part {
        return cut_items(uncut, recenter, executor);
    }
    let half = len.div_ceil(part) / 2 * part;
    let [first, second] = uncut.split_at(half);
    if executor.shares(len, COST_OF_BOX) {
        executor.join(
            || cut_parts(first, part, recenter, executor),
            || cut_parts(second, part, recenter, executor),
        );
    } else {
        cut_parts(first, part, recenter, Sequential);
        cut_parts(second, part, recenter, Sequential);
    }
}

/// Writes the indices of the items of a leaf in ascending order. The position of each is the number
/// of smaller indices, which takes no branch.
pub(crate) fn write_leaf<const D: usize>(items: &[Center<D>], order: &mut [u32]) {
    let mut indices = [u32::MAX; LANES];
    for (index, item) in indices.iter_mut().zip(items) {
        *index = item.index;
    }
    let mut places = [0_u32; LANES];
    for smaller in indices {
        for (place, index) in places.iter_mut().zip(indices) {
            *place += u32::from(smaller < index);
        }
    }
    let mut sorted = [0; LANES];
    for (item, place) in items.iter().zip(places) {
        sorted[place as usize % LANES] = item.index;
    }
    order.copy_from_slice(&sorted[..items.len()]);
}

struct CenterExtents<const D: usize> {
    low: [f32; D],
    high: [f32; D],
}

impl<const D: usize> CenterExtents<D> {
    fn of(items: &[Center<D>]) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
        for item in items {
            for axis in 0..D {
                low[axis] = lesser(low[axis], item.center[axis]);
                high[axis] = greater(high[axis], item.center[axis]);
            }
        }
        Self { low, high }
    }

    fn length(&self, axis: usize) -> f32 {
        self.high[axis] - self.low[axis]
    }

    fn along(&self, axis: usize) -> Along {
        Along {
            axis,
            low: self.low[axis],
            length: self.length(axis),
        }
    }

    /// The axis on which the centers lie farthest apart.
    fn longest(&self) -> usize {
        (0..D).fold(0, |longest, axis| {
            if self.length(axis) > self.length(longest) {
                axis
            } else {
                longest
            }
        })
    }

    /// The number of parts along the longest axis that makes the parts of `children` nodes about as
    /// long as they are wide; at least 2.
    fn parts(&self, axis: usize, children: usize) -> usize {
        // Repeatedly halves the longest length, as single cuts would.
        let mut lengths: [f32; D] = array::from_fn(|axis| self.length(axis));
        let (mut parts, mut rest) = (1, children);
        while rest > 1 {
            let longest = (0..D).fold(0, |a, b| if lengths[b] > lengths[a] { b } else { a });
            if longest == axis {
                parts *= 2;
            }
            lengths[longest] *= 0.5;
            rest = rest.div_ceil(2);
        }
        parts.clamp(2, children.max(2))
    }
}
