//! The innermost loop: compares sixteen boxes with each candidate.
//!
//! A block of sixteen boxes stays in vector registers, one for each end of each axis, while its
//! candidates pass one after the other. In 3D, six comparisons of sixteen numbers give one mask for
//! a candidate: the boxes of the block that it overlaps.
//!
//! ```text
//!   lanes      0 1 2 3 … 15     the sixteen boxes of the block, in sweep order
//!   overlap    0 1 1 0 …  1     what `Lanes::overlapping` finds for this candidate
//!   before     1 1 1 0 …  0     the boxes before it, if the candidate is in the block itself
//!   match      0 1 1 0 …  0     what is stored, and counted if it is not 0
//! ```
//!
//! * Masks are stored first and become pairs later, sixteen at once: on identical boxes that takes
//!   half as long as writing pairs here. The store does not branch on the mask, which no processor
//!   can predict.
//! * `before` makes each pair within one block occur once: a candidate in the block is compared
//!   with the boxes before it only, so the mask gains a bit with each candidate. Behind the block
//!   it has all bits.
//! * This is a separate task. As a part of the whole sweep, which calls the visitor, the sixteen
//!   boxes were spilled to the stack and reloaded for every candidate. All calls down to the
//!   function that is compiled for the path are inlined: another copy of the arguments took 4 to
//!   8 % of a sweep (Zen 4).
//! * Two chains of three comparisons, not one of six, which is 10 % slower in 3D.

use core::ops::Range;

use crate::pair_finder::order::Boxes;
use crate::pair_finder::tuning::MAX_MATCHES;
use crate::simd::{Key, LANES, Lanes, Task};
use crate::store::store_if;

/// A candidate, and the boxes of the block that it overlaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Match {
    /// The candidate: its index in the caller's list, its number or its tag (`sweep/names.rs`).
    pub(crate) index: u32,
    /// One bit for each box of the block.
    pub(crate) lanes: u32,
}

/// Compares a block with the candidates in windows, and appends a match for each candidate that
/// overlaps any of its boxes. The output is the new number of matches.
///
/// Removes the compared candidates from the windows, which are empty afterwards unless `matches` is
/// full.
pub(super) struct Compare<'a, K, const D: usize> {
    pub(super) blocks: &'a Boxes<K, D>,
    pub(super) block: Range<usize>,
    pub(super) candidates: &'a Boxes<K, D>,
    /// The first one begins in the block itself, whose candidates are compared with the boxes
    /// before them only.
    pub(super) windows: &'a mut [Range<usize>],
    pub(super) matches: &'a mut [Match; MAX_MATCHES],
    pub(super) len: usize,
}

impl<K: Key, const D: usize> Task<K> for Compare<'_, K, D> {
    type Output = usize;

    // No closures here: they are not compiled with the target features of the path.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self {
            blocks,
            block,
            candidates,
            windows,
            matches,
            mut len,
        } = self;
        let corners = blocks.load(lanes, block.start);
        let all = (1 << block.len()) - 1;
        for (number, window) in windows.iter_mut().enumerate() {
            while window.start < window.end && len < MAX_MATCHES {
                let run = window.start..window.end.min(window.start + MAX_MATCHES - len);
                window.start = run.end;
                let distance = if number == 0 {
                    run.start - block.start
                } else {
                    LANES
                };
                let before = all >> block.len().saturating_sub(distance);
                len = compare_run(
                    lanes,
                    &corners,
                    [all, before],
                    &Candidates::of(candidates, &run),
                    matches,
                    len,
                );
            }
        }
        len
    }
}

/// Compares a block with consecutive candidates. `before` has the bits of the boxes before the
/// first candidate, `all` the bits of the whole block.
#[inline(always)]
fn compare_run<K: Key, L: Lanes<K>, const D: usize>(
    lanes: L,
    [min, max]: &[[L::Keys; D]; 2],
    [all, mut before]: [u32; 2],
    candidates: &Candidates<'_, K, D>,
    matches: &mut [Match; MAX_MATCHES],
    mut len: usize,
) -> usize {
    for (number, &index) in candidates.indices.iter().enumerate() {
        let [low, high] = candidates.corners(number);
        let touched = lanes.overlapping(min, max, low, high) & before;
        before = (before << 1 | 1) & all;
        len = append(matches, len, index, touched);
    }
    len
}

/// Appends a match to the first `len` unless `lanes` is 0. Returns the new number of matches.
#[inline(always)]
pub(super) fn append(
    matches: &mut [Match; MAX_MATCHES],
    mut len: usize,
    index: u32,
    lanes: u32,
) -> usize {
    store_if(matches, &mut len, Match { index, lanes }, lanes != 0);
    len
}

pub(super) struct Candidates<'a, K, const D: usize> {
    pub(super) indices: &'a [u32],
    min: [&'a [K]; D],
    max: [&'a [K]; D],
}

impl<'a, K: Key, const D: usize> Candidates<'a, K, D> {
    #[inline(always)]
    pub(super) fn of(boxes: &'a Boxes<K, D>, range: &Range<usize>) -> Self {
        let mut candidates = Self {
            indices: &boxes.indices[range.clone()],
            min: [&[]; D],
            max: [&[]; D],
        };
        for axis in 0..D {
            candidates.min[axis] = &boxes.min[axis][range.clone()];
            candidates.max[axis] = &boxes.max[axis][range.clone()];
        }
        candidates
    }

    #[inline(always)]
    pub(super) fn corners(&self, number: usize) -> [[K; D]; 2] {
        let mut corners = [[K::default(); D]; 2];
        for axis in 0..D {
            corners[0][axis] = self.min[axis][number];
            corners[1][axis] = self.max[axis][number];
        }
        corners
    }
}
