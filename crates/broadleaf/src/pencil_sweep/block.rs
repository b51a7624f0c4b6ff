//! Sixteen boxes against others: the inner loops, in the instructions that the processor has.
//!
//! Each is a task of its own, so that the compiler keeps the sixteen in registers.

use core::ops::Range;

use super::sorted::Sorted;
use crate::Key;
use crate::simd::{LANES, Lanes, Task};

/// How many boxes the sixteen are compared with at once.
pub(super) const NOTES: usize = 1024;

/// A box, and those of the sixteen that it overlaps.
#[derive(Clone, Copy, Default)]
pub(super) struct Note {
    place: u32,
    touched: u32,
}

impl Note {
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2^32 boxes")]
    #[inline(always)]
    fn new(place: usize, touched: u32) -> Self {
        Self { place: place as u32, touched }
    }
}

/// Compares the boxes of a block with those in the windows; of the block itself, only with those before. Notes who overlaps any, and returns how many.
pub(super) struct Compare<'a, K, const D: usize> {
    pub(super) sorted: &'a Sorted<K, D>,
    pub(super) block: Range<usize>,
    /// Up to [`NOTES`] in all.
    pub(super) windows: &'a [Range<usize>],
    pub(super) notes: &'a mut [Note; NOTES],
}

impl<K: Key, const D: usize> Task<K> for Compare<'_, K, D> {
    type Output = usize;

    // No closures here: they would not be compiled for the lanes.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self { sorted, block, windows, notes } = self;
        let (mut min, mut max) = ([lanes.splat(K::default()); D], [lanes.splat(K::default()); D]);
        for axis in 0..D {
            min[axis] = load(lanes, &sorted.min[axis][block.start..]);
            max[axis] = load(lanes, &sorted.max[axis][block.start..]);
        }
        let all = (1 << block.len()) - 1;
        let mut noted = 0;
        for window in windows {
            let mut before = all >> block.len().saturating_sub(window.start.wrapping_sub(block.start));
            let others = Corners::of(sorted, window);
            for (index, place) in (0..).zip(window.clone()) {
                // Two chains of comparisons: a single one would take longer.
                let (mut begin_before, mut end_after) = (lanes.all(), lanes.all());
                for axis in 0..D {
                    begin_before = lanes.at_most(begin_before, min[axis], lanes.splat(others.max[axis][index]));
                    end_after = lanes.at_most(end_after, lanes.splat(others.min[axis][index]), max[axis]);
                }
                let touched = lanes.bits(begin_before) & lanes.bits(end_after) & before;
                before = (before << 1 | 1) & all;
                // Stored first and counted then, so no branch depends on it.
                notes[noted % NOTES] = Note::new(place, touched);
                noted += usize::from(touched != 0);
            }
        }
        noted
    }
}

/// Some boxes in a row.
struct Corners<'a, K, const D: usize> {
    min: [&'a [K]; D],
    max: [&'a [K]; D],
}

impl<'a, K: Key, const D: usize> Corners<'a, K, D> {
    #[inline(always)]
    fn of(sorted: &'a Sorted<K, D>, places: &Range<usize>) -> Self {
        let mut corners = Self { min: [&[]; D], max: [&[]; D] };
        for axis in 0..D {
            corners.min[axis] = &sorted.min[axis][places.clone()];
            corners.max[axis] = &sorted.max[axis][places.clone()];
        }
        corners
    }
}

/// Sixteen keys from the start of a column.
#[inline(always)]
fn load<K: Key, L: Lanes<K>>(lanes: L, column: &[K]) -> L::Keys {
    match column.first_chunk() {
        Some(keys) => lanes.load(keys),
        None => lanes.splat(K::default()),
    }
}

/// Turns notes into pairs, until there is no room for sixteen; returns how many notes.
pub(super) struct WritePairs<'a, K, const D: usize> {
    pub(super) sorted: &'a Sorted<K, D>,
    pub(super) block: Range<usize>,
    pub(super) notes: &'a [Note],
    pub(super) found: &'a mut [[u32; 2]],
    pub(super) found_len: &'a mut usize,
}

impl<K: Key, const D: usize> Task<K> for WritePairs<'_, K, D> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self { sorted, block, notes, found, found_len } = self;
        let mut names = [0; LANES];
        names[..block.len()].copy_from_slice(&sorted.names[block]);
        let mut len = *found_len;
        let mut written = 0;
        for note in notes {
            let Some(room) = found[len..].first_chunk_mut() else { break };
            lanes.write_pairs(&names, note.touched, sorted.names[note.place as usize], room);
            len += note.touched.count_ones() as usize;
            written += 1;
        }
        *found_len = len;
        written
    }
}
