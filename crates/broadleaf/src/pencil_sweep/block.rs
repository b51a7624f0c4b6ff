//! Sixteen boxes against others: the inner loops, in the instructions that the processor has.
//!
//! Each is a task of its own, so that the compiler keeps the sixteen in registers.

use super::boxes::{Boxes, load};
use crate::simd::Key;
use crate::simd::{LANES, Lanes, Task};
use core::ops::Range;

/// How many boxes are noted at once.
pub(super) const NOTES: usize = 1024;

/// A box, and those of the sixteen that it overlaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Note {
    name: u32,
    touched: u32,
}

/// Compares the boxes of a block with those in windows. Notes who overlaps any, behind what is
/// noted already, and returns how many notes there are.
///
/// Takes from the windows what it has compared: all, unless there is no more room for notes.
pub(super) struct Compare<'a, K, const D: usize> {
    pub(super) blocks: &'a Boxes<K, D>,
    pub(super) block: Range<usize>,
    pub(super) others: &'a Boxes<K, D>,
    pub(super) windows: &'a mut [Range<usize>],
    /// The first window begins in the block itself: boxes there are compared with those before them
    /// only.
    pub(super) starts_within: bool,
    pub(super) notes: &'a mut [Note; NOTES],
    pub(super) noted: usize,
}

impl<K: Key, const D: usize> Task<K> for Compare<'_, K, D> {
    type Output = usize;

    // No closures here: they would not be compiled for the lanes.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self {
            blocks,
            block,
            others,
            windows,
            starts_within,
            notes,
            mut noted,
        } = self;
        let (mut min, mut max) = (
            [lanes.splat(K::default()); D],
            [lanes.splat(K::default()); D],
        );
        for axis in 0..D {
            min[axis] = load(lanes, &blocks.min[axis][block.start..]);
            max[axis] = load(lanes, &blocks.max[axis][block.start..]);
        }
        let all = (1 << block.len()) - 1;
        for (number, window) in windows.iter_mut().enumerate() {
            while window.start < window.end && noted < NOTES {
                let some = window.start..window.end.min(window.start + NOTES - noted);
                window.start = some.end;
                let beyond = if starts_within && number == 0 {
                    some.start - block.start
                } else {
                    LANES
                };
                let mut before = all >> block.len().saturating_sub(beyond);
                let corners = Corners::of(others, &some);
                for (index, &name) in others.names[some].iter().enumerate() {
                    let (mut low, mut high) = ([K::default(); D], [K::default(); D]);
                    for axis in 0..D {
                        (low[axis], high[axis]) =
                            (corners.min[axis][index], corners.max[axis][index]);
                    }
                    let touched = lanes.overlapping(&min, &max, low, high) & before;
                    before = (before << 1 | 1) & all;
                    // Stored first and counted then, so no branch depends on it.
                    notes[noted % NOTES] = Note { name, touched };
                    noted += usize::from(touched != 0);
                }
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
    fn of(boxes: &'a Boxes<K, D>, places: &Range<usize>) -> Self {
        let mut corners = Self {
            min: [&[]; D],
            max: [&[]; D],
        };
        for axis in 0..D {
            corners.min[axis] = &boxes.min[axis][places.clone()];
            corners.max[axis] = &boxes.max[axis][places.clone()];
        }
        corners
    }
}

/// Turns notes into pairs, until there is no room for sixteen; returns how many notes.
pub(super) struct WritePairs<'a> {
    pub(super) names: &'a [u32],
    pub(super) notes: &'a [Note],
    pub(super) found: &'a mut [[u32; 2]],
    pub(super) len: &'a mut usize,
}

impl<K: Key> Task<K> for WritePairs<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self {
            names: block,
            notes,
            found,
            len: found_len,
        } = self;
        let mut names = [0; LANES];
        names[..block.len()].copy_from_slice(block);
        let mut len = *found_len;
        let mut written = 0;
        for note in notes {
            let Some(room) = found[len..].first_chunk_mut() else {
                break;
            };
            lanes.write_pairs(&names, note.touched, note.name, room);
            len += note.touched.count_ones() as usize;
            written += 1;
        }
        *found_len = len;
        written
    }
}
