//! Query boxes that descend the tree together.

use core::ops::Range;

use super::sweep::KdSweep;
use crate::geometry::{Aabb, Scalar, compare, greater};
use crate::store::to_u32;

/// The greatest number of query boxes in a batch: few enough to stay in the cache and on the stack,
/// and for a byte to number them.
pub(super) const MAX_BATCH: usize = 128;

/// A box that is tested against the boxes of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryBox<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    /// Identifies the box to the receiver of the pairs.
    pub(super) key: u32,
}

/// Up to [`MAX_BATCH`] query boxes.
pub(super) struct Batch<S, const D: usize> {
    boxes: [QueryBox<S, D>; MAX_BATCH],
    /// Valid after [`sort`](Self::sort): the greatest end of the boxes up to each one, along the
    /// first axis.
    max_ends: [S; MAX_BATCH],
    len: usize,
}

impl<S: Scalar, const D: usize> Batch<S, D> {
    pub(super) fn new() -> Self {
        let filler = QueryBox {
            aabb: Aabb::point([S::default(); D]),
            key: 0,
        };
        Self {
            boxes: [filler; MAX_BATCH],
            max_ends: [S::default(); MAX_BATCH],
            len: 0,
        }
    }

    /// Replaces the batch by the next boxes of an iterator; returns whether there are any.
    pub(super) fn refill(&mut self, boxes: &mut impl Iterator<Item = QueryBox<S, D>>) -> bool {
        self.len = 0;
        for (slot, query) in self.boxes.iter_mut().zip(boxes) {
            *slot = query;
            self.len += 1;
        }
        self.len > 0
    }

    /// Sorts the boxes by their starts along the first axis.
    pub(super) fn sort(&mut self) {
        let boxes = &mut self.boxes[..self.len];
        boxes.sort_unstable_by(|a, b| compare(&a.aabb.min()[0], &b.aabb.min()[0]));
        let mut max_end = S::MIN;
        for (slot, query) in self.max_ends.iter_mut().zip(boxes) {
            max_end = greater(max_end, query.aabb.ends(0)[1]);
            *slot = max_end;
        }
    }

    /// Of a sorted batch, the boxes from the first one that ends at or after `start`.
    pub(super) fn ending_from(&self, start: S) -> &[QueryBox<S, D>] {
        let first = self.max_ends[..self.len].partition_point(|&end| end < start);
        &self.boxes[first..self.len]
    }

    pub(super) fn boxes(&self) -> &[QueryBox<S, D>] {
        &self.boxes[..self.len]
    }

    /// The numbers of all boxes.
    pub(super) fn numbers(&self) -> &'static [u8] {
        &NUMBERS[..self.len]
    }

    #[inline]
    pub(super) fn get(&self, number: u8) -> &QueryBox<S, D> {
        &self.boxes[usize::from(number) % MAX_BATCH]
    }
}

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The boxes of a range of items, with the items' indices as keys.
    pub(super) fn query_boxes(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = QueryBox<S, D>> + Clone {
        (to_u32(range.start)..)
            .zip(&self.items[range])
            .map(|(key, item)| QueryBox {
                aabb: item.aabb,
                key,
            })
    }

    /// The boxes of the pending items.
    pub(super) fn pending_boxes(&self) -> impl Iterator<Item = QueryBox<S, D>> + Clone {
        self.query_boxes(self.tree_len()..self.items.len())
    }
}

const NUMBERS: [u8; MAX_BATCH] = {
    let mut numbers = [0; MAX_BATCH];
    let mut i = 1;
    while i < MAX_BATCH {
        numbers[i] = numbers[i - 1] + 1;
        i += 1;
    }
    numbers
};
