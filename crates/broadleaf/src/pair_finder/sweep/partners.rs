//! The partners of a pencil: the pencils whose boxes may touch its boxes.

use alloc::vec::Vec;
use core::ops::Range;

use super::pass::{Pairing, Pass};
use crate::pair_finder::order::{Level, PADDING, Sorted};
use crate::simd::{Key, Numbers};

/// The extent of consecutive boxes of one pencil along the sweep axis.
pub(super) struct PencilSpan {
    /// The key of position 0 in the pencil.
    pub(super) pencil: u32,
    /// The position at which the first box begins.
    first: u32,
    /// The greatest position at which a box ends.
    pub(super) last: u32,
}

impl PencilSpan {
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
    /// The first box that a later span may still touch.
    next: usize,
    /// The key of position 0 in the pencil.
    pencil: u32,
    /// The length of the longest box in its level.
    reach: u32,
}

impl Partner {
    /// The least key of a box that may touch a span.
    #[inline(always)]
    fn first_key(&self, span: &PencilSpan) -> u32 {
        self.pencil | span.first.saturating_sub(self.reach)
    }

    /// Skips the boxes before a span by binary search, for a span far from the start of the pencil.
    fn skip_to(&mut self, keys: &[u32], span: &PencilSpan) {
        let first = self.first_key(span);
        self.next += keys[self.next..].partition_point(|&key| key < first);
    }

    /// The boxes of the pencil that may touch a span. Successive spans must begin in ascending
    /// order.
    #[inline(always)]
    pub(super) fn window(
        &mut self,
        lanes: impl Numbers,
        keys: &[u32],
        span: &PencilSpan,
    ) -> Range<usize> {
        self.next = lower_bound(lanes, keys, self.next, self.first_key(span));
        let limit = (self.pencil | span.last) + 1;
        self.next..lower_bound(lanes, keys, self.next, limit)
    }
}

/// The first index from `start` on whose key is at least `key`.
///
/// Counts many keys at a time. A test of single keys mispredicts its branch at the end of most
/// windows, because distances vary. Distances are short, so doubling steps are no faster.
#[inline(always)]
pub(super) fn lower_bound(lanes: impl Numbers, keys: &[u32], mut start: usize, key: u32) -> usize {
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

/// The partners of one pencil.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// Pencils of the same level.
    pub(super) beside: Vec<Partner>,
    /// Pencils of coarser levels.
    pub(super) coarser: Vec<Partner>,
}

impl Partners {
    pub(super) fn find<K: Key, const D: usize>(
        &mut self,
        pass: Pass<'_, K, D>,
        level: usize,
        pencil: u32,
    ) {
        self.beside.clear();
        self.coarser.clear();
        let levels = &pass.candidates.levels[level..];
        let cell = levels[0].cell(pencil);
        for (above, level) in levels.iter().enumerate() {
            if pass.candidates.is_empty(level) {
                continue;
            }
            let [low, high] = level.near(cell, level.shift - levels[0].shift);
            for_each_cell(low, high, |cell| {
                self.push(pass, level, above > 0, pencil, level.pencil(cell));
            });
        }
    }

    /// Skips the boxes of partners that are before the box at `index`.
    pub(super) fn skip_to<K: Key, const D: usize>(&mut self, pass: Pass<'_, K, D>, index: usize) {
        let span = PencilSpan::of(pass.blocks, &(index..index + 1));
        for partner in self.beside.iter_mut().chain(&mut self.coarser) {
            partner.skip_to(&pass.candidates.keys, &span);
        }
    }

    /// Adds a pencil if it has boxes and the pass includes it.
    ///
    /// Within one list, the later of two neighbouring pencils is a partner of the earlier one and
    /// not the other way round, so each pair of boxes is found once.
    fn push<K: Key, const D: usize>(
        &mut self,
        pass: Pass<'_, K, D>,
        level: &Level<D>,
        is_coarser: bool,
        pencil: u32,
        other: u32,
    ) {
        let is_included = match pass.pairing {
            Pairing::Within => is_coarser || other > pencil,
            Pairing::Between => true,
            Pairing::BetweenCoarser => is_coarser,
        };
        let range = pass.candidates.range(other);
        if !is_included || range.is_empty() {
            return;
        }
        let partners = if is_coarser {
            &mut self.coarser
        } else {
            &mut self.beside
        };
        partners.push(Partner {
            next: range.start,
            pencil: other << pass.candidates.position_bits,
            reach: level.reach,
        });
    }

    pub(super) fn bytes(&self) -> usize {
        (self.beside.capacity() + self.coarser.capacity()) * size_of::<Partner>()
    }
}

/// Visits every cell from `low` to `high`.
fn for_each_cell<const D: usize>(low: [u32; D], high: [u32; D], mut visit: impl FnMut([u32; D])) {
    let mut cell = low;
    loop {
        visit(cell);
        let Some(axis) = (0..D).find(|&axis| cell[axis] < high[axis]) else {
            return;
        };
        cell[axis] += 1;
        cell[..axis].copy_from_slice(&low[..axis]);
    }
}
