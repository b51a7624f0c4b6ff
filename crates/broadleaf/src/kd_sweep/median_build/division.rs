//! Sorts items by part.
//!
//! The side of a cut that a box lies on is random, so a branch for each level would be mispredicted
//! every second time. A box instead descends the heap of cuts with a select on each level. Each
//! level needs the result of the level above, so several boxes descend together, and the processor
//! works on one while it waits for the next. Then one pass counts the boxes of each part, and one
//! copies them: seven levels for two passes over memory.

use core::array;

use super::super::tuning::{BOXES_TOGETHER, MAX_PARTS};
use super::cuts::Cuts;
use super::node::SweptBox;
use crate::geometry::Scalar;

/// The result of sorting items by part.
pub(super) struct Division<S> {
    pub(super) cuts: Cuts<S>,
    /// The number of items of each part.
    pub(super) own: [u32; MAX_PARTS],
    /// The number of items of each part and of the parts below it in the heap.
    pub(super) total: [u32; MAX_PARTS],
}

impl<S: Scalar> Division<S> {
    /// Copies items to `sorted`: first those that cross a cut, then those below it, then those
    /// above it. In that order the items of every subtree are consecutive, at every level.
    pub(super) fn of<const D: usize>(
        items: &[SweptBox<S, D>],
        sorted: &mut [SweptBox<S, D>],
        parts: &mut [u8],
        cuts: Cuts<S>,
    ) -> Self {
        let own = find_parts(&cuts, items, parts);
        let division = Self::new(cuts, own);
        let mut next = division.starts();
        for (item, &part) in items.iter().zip(&*parts) {
            let next = &mut next[usize::from(part)];
            sorted[*next as usize] = *item;
            *next += 1;
        }
        division
    }

    /// The division of items, `own` of which belong to each part.
    pub(super) fn new(cuts: Cuts<S>, own: [u32; MAX_PARTS]) -> Self {
        let total = totals(own, cuts.parts());
        Self { cuts, own, total }
    }

    /// The index of the first item of each part.
    fn starts(&self) -> [u32; MAX_PARTS] {
        let Self { cuts, own, total } = self;
        let mut starts = [0; MAX_PARTS];
        for part in 2..cuts.parts() {
            let cut = part / 2;
            let below = if part % 2 == 0 { 0 } else { total[part - 1] };
            starts[part] = starts[cut] + own[cut] + below;
        }
        starts
    }

    /// The parts in the order of their items.
    pub(super) fn order(&self) -> [usize; MAX_PARTS] {
        let starts = self.starts();
        let mut order = array::from_fn(|part| part);
        order.sort_unstable_by_key(|&part| starts[part]);
        order
    }
}

/// Writes the part of every item to `parts`, and returns the number of items of each part.
pub(super) fn find_parts<S: Scalar, const D: usize>(
    cuts: &Cuts<S>,
    items: &[SweptBox<S, D>],
    parts: &mut [u8],
) -> [u32; MAX_PARTS] {
    let (chunks, rest) = items.as_chunks::<BOXES_TOGETHER>();
    let (chunk_parts, rest_parts) = parts.as_chunks_mut();
    for (items, parts) in chunks.iter().zip(chunk_parts) {
        *parts = cuts.parts_of(items);
    }
    for (item, part) in rest.iter().zip(rest_parts) {
        [*part] = cuts.parts_of(array::from_ref(item));
    }
    let mut own = [0; MAX_PARTS];
    for &part in &*parts {
        own[usize::from(part)] += 1;
    }
    own
}

/// Adds the number of items of each part to that of the part above it.
fn totals(own: [u32; MAX_PARTS], parts: usize) -> [u32; MAX_PARTS] {
    let mut total = own;
    for part in (2..parts).rev() {
        total[part / 2] += total[part];
    }
    total
}
