//! A pencil whose boxes are candidates for the boxes of another one.

use core::ops::Range;

use super::boxes::PADDING;
use super::sorted::Sorted;
use crate::simd::{Key, Numbers};

/// Where consecutive boxes of one pencil lie along the sweep axis.
pub(super) struct Interval {
    /// The key of the position 0 in their pencil.
    pub(super) pencil: u32,
    /// Where the first box begins.
    pub(super) first: u32,
    /// Where the last box ends.
    pub(super) last: u32,
}

impl Interval {
    #[inline(always)]
    pub(super) fn of<K: Key, const D: usize>(sorted: &Sorted<K, D>, range: &Range<usize>) -> Self {
        let position_mask = u32::MAX >> (u32::BITS - sorted.position_bits);
        let key = sorted.keys[range.start];
        let mut last = 0;
        for &end in &sorted.ends[range.clone()] {
            last = end.max(last);
        }
        Self {
            pencil: key & !position_mask,
            first: key & position_mask,
            last,
        }
    }
}

/// A pencil that is swept together with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partner {
    /// The first box that a later interval may still touch.
    pub(super) next: usize,
    /// The key of the position 0 in the pencil.
    pub(super) pencil: u32,
    /// The length of its longest box.
    pub(super) reach: u32,
}

impl Partner {
    /// The least key of a box that may touch an interval.
    #[inline(always)]
    fn first_key(&self, interval: &Interval) -> u32 {
        self.pencil | interval.first.saturating_sub(self.reach)
    }

    /// Skips the boxes before those that may touch an interval far from the start of the pencil.
    pub(super) fn skip_to(&mut self, keys: &[u32], interval: &Interval) {
        let first = self.first_key(interval);
        self.next += keys[self.next..].partition_point(|&key| key < first);
    }

    /// The boxes of the pencil that may touch an interval. Successive intervals must begin in
    /// ascending order.
    #[inline(always)]
    pub(super) fn window(
        &mut self,
        lanes: impl Numbers,
        keys: &[u32],
        interval: &Interval,
    ) -> Range<usize> {
        let first = self.first_key(interval);
        self.next = lower_bound(lanes, keys, self.next, first);
        let limit = (self.pencil | interval.last) + 1;
        self.next..lower_bound(lanes, keys, self.next, limit)
    }
}

/// The first index from `start` on whose key is at least `key`.
#[inline(always)]
pub(super) fn lower_bound(lanes: impl Numbers, keys: &[u32], mut start: usize, key: u32) -> usize {
    // Many keys at a time: the distance is hard to predict for the processor.
    while let Some(chunk) = keys[start..].first_chunk::<PADDING>() {
        let mut less = 0;
        for keys in chunk.as_chunks().0 {
            less += lanes.count_less(keys, key);
        }
        start += less;
        if less < PADDING {
            break;
        }
    }
    start
}
