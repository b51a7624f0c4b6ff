//! Median cuts: the boxes of each node lie between two cuts on each axis.
//!
//! A cut by selection would cost a pass over the boxes for each factor of two. Instead the boxes
//! are counted in narrow bins along the longest axis, and moved to up to sixteen parts at once;
//! only the few boxes in a bin that a cut falls into are selected among.

use super::centers::{Item, center, spread_out};
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar, compare, greater, lesser};
use crate::simd::LANES;
use crate::store::to_u32;
use crate::work;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::mem;
use core::ops::Range;

/// With fewer boxes, selection costs less than counting.
const MIN_COUNTED: usize = 4 * LANES;
/// With fewer boxes, another thread would come too late.
const MIN_SHARED: usize = 1 << 12;
/// The number of boxes that are counted for each bin.
const BOXES_PER_BIN: usize = 4;
const MAX_BINS: usize = 1 << 10;
/// Where boxes of a stretched space lie within less than this length, their part of the space is
/// stretched again.
const MIN_LENGTH: f32 = 1e25;

/// Computes the centers of some items anew, as far apart as single precision allows. Returns false
/// where their numbers fit into single precision: then the centers stay.
type Recenter<'a, const D: usize> = &'a (dyn Fn(&mut [Item<D>]) -> bool + Sync);

/// The indices of the boxes after median cuts.
pub(in crate::packed_tree) fn cut<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
    executor: impl Executor,
) -> Vec<u32> {
    let len = len as usize;
    let item = |index| Item {
        center: center(&boxes.get(index)),
        index: to_u32(index),
    };
    let (mut items, mut scratch) =
        executor.join(|| executor.generate(len, item), || vec![Item::FILLER; len]);
    let recenter = |items: &mut [Item<D>]| {
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

/// Some items to put into order, and where to write their indices.
pub(in crate::packed_tree) struct Uncut<'a, const D: usize> {
    pub(in crate::packed_tree) items: &'a mut [Item<D>],
    /// Of the same length.
    pub(in crate::packed_tree) scratch: &'a mut [Item<D>],
    /// Of the same length.
    pub(in crate::packed_tree) order: &'a mut [u32],
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

/// Puts the items into order: each node of the tree receives the items between two cuts.
pub(in crate::packed_tree) fn cut_items<const D: usize>(
    mut uncut: Uncut<'_, D>,
    recenter: Recenter<'_, D>,
    executor: impl Executor,
) {
    let len = uncut.items.len();
    if len <= LANES {
        // Selection leaves an order of its own among the boxes before a cut.
        return write_leaf(uncut.items, uncut.order);
    }
    // The number of boxes below a child of the node around all items.
    let mut unit = LANES;
    while unit.saturating_mul(LANES) < len {
        unit *= LANES;
    }
    let children = len.div_ceil(unit);
    let mut extents = Extents::of(uncut.items);
    if extents.length(extents.longest()) < MIN_LENGTH && recenter(uncut.items) {
        extents = Extents::of(uncut.items);
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

/// Cuts each part of `part` items on.
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
    if half < MIN_SHARED {
        cut_parts(first, part, recenter, Sequential);
        cut_parts(second, part, recenter, Sequential);
    } else {
        executor.join(
            || cut_parts(first, part, recenter, executor),
            || cut_parts(second, part, recenter, executor),
        );
    }
}

/// Writes the indices of the items of a leaf in ascending order: each goes to the place that is the
/// number of smaller indices, which takes no branch.
pub(in crate::packed_tree) fn write_leaf<const D: usize>(items: &[Item<D>], order: &mut [u32]) {
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

/// Puts the item that has `first` items before it on an axis there, with the items before it in
/// front. Items at the same place are in the order of their indices.
fn select<const D: usize>(items: &mut [Item<D>], first: usize, axis: usize) {
    work::count(items.len());
    items.select_nth_unstable_by(first, |a, b| {
        let by_center = compare(&a.center[axis], &b.center[axis]);
        by_center.then_with(|| a.index.cmp(&b.index))
    });
}

/// Where the centers lie.
struct Extents<const D: usize> {
    low: [f32; D],
    high: [f32; D],
}

/// The part of one axis on which the centers lie.
struct Along {
    axis: usize,
    low: f32,
    length: f32,
}

impl<const D: usize> Extents<D> {
    fn of(items: &[Item<D>]) -> Self {
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
    /// long as they are wide: at least 2.
    fn parts(&self, axis: usize, children: usize) -> usize {
        // Halving the longest length again and again, as single cuts would.
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

/// Moves the items to parts of `part` items each along an axis, in `target`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the number of a bin is small, and 0 for NaN"
)]
fn split<const D: usize>(items: &[Item<D>], target: &mut [Item<D>], part: usize, along: &Along) {
    let mut bins = [0; MAX_BINS];
    let bins = &mut bins[..(items.len() / BOXES_PER_BIN).clamp(2, MAX_BINS)];
    let last = bins.len() - 1;
    let scale = bins.len() as f32 / along.length;
    let bin_of = |item: &Item<D>| {
        let bin = (item.center[along.axis] - along.low) * scale;
        lesser(bin, last as f32) as u32 as usize
    };
    work::count(2 * items.len());
    for item in items {
        bins[bin_of(item)] += 1;
    }
    let Segments { mut starts, cut } = Segments::of(bins, part);
    for item in items {
        let next = &mut starts[bins[bin_of(item)] as usize % MAX_SEGMENTS];
        if let Some(slot) = target.get_mut(*next as usize) {
            *slot = *item;
        }
        *next += 1;
    }
    for segment in cut {
        // The first cut in the segment, and those after it.
        let (mut start, end) = (segment.start, segment.end);
        for cut in (start.next_multiple_of(part)..end).step_by(part) {
            select(&mut target[start..end], cut - start, along.axis);
            start = cut;
        }
    }
}

/// The most parts are the children of a node. Between two parts there may be a bin that a cut falls
/// into.
const MAX_SEGMENTS: usize = 2 * LANES;

/// Consecutive bins without a cut between them, or one bin that a cut falls into.
struct Segments {
    /// The number of items before each segment.
    starts: [u32; MAX_SEGMENTS],
    /// The items of the bins that a cut falls into.
    cut: Vec<Range<usize>>,
}

impl Segments {
    /// The segments of bins with these numbers of items, if there is a cut after every `part`
    /// items. Replaces the numbers by those of the segments.
    fn of(bins: &mut [u32], part: usize) -> Self {
        let mut segments = Self {
            starts: [0; MAX_SEGMENTS],
            cut: Vec::new(),
        };
        let (mut segment, mut is_cut) = (0, false);
        let (mut start, mut next_cut) = (0, part);
        for bin in bins {
            let end = start + *bin as usize;
            let begins = is_cut || next_cut <= start || next_cut < end;
            while next_cut <= start {
                next_cut += part;
            }
            is_cut = next_cut < end;
            if begins && start > segments.starts[segment] as usize {
                segment = (segment + 1) % MAX_SEGMENTS;
                segments.starts[segment] = to_u32(start);
            }
            if is_cut {
                segments.cut.push(start..end);
            }
            while next_cut < end {
                next_cut += part;
            }
            *bin = to_u32(segment);
            start = end;
        }
        segments
    }
}
