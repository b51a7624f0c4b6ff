//! The innermost loop: sixteen boxes against each candidate.
//!
//! A block of sixteen boxes stays in vector registers, one for each end of each axis, while its
//! candidates pass by one after the other. For each, six comparisons of sixteen numbers give one
//! mask: the boxes of the block that the candidate overlaps.
//!
//! ```text
//!   lanes      0 1 2 3 … 15     the sixteen boxes of the block, in sweep order
//!   overlap    0 1 1 0 …  1     what `Lanes::overlapping` finds for this candidate
//!   before     1 1 1 0 …  0     the boxes before it, if the candidate is in the block itself
//!   match      0 1 1 0 …  0     what is stored, and counted if it is not 0
//! ```
//!
//! * Masks are stored first and become pairs later, sixteen at once: on identical boxes that takes
//!   half of the time of writing pairs here. The store has no branch on the mask, which no
//!   processor predicts.
//! * `before` gives each pair of one block once: a candidate in the block is compared with the
//!   boxes before it, so the mask gains a bit from candidate to candidate. Behind the block it has
//!   all bits.
//! * This is a task of its own. Inside the whole sweep, which calls the visitor, the compiler kept
//!   the sixteen boxes on the stack and loaded them again for every candidate. Arguments are
//!   inlined as far as the function that is compiled for the path: copied once more, they were 4 to
//!   8 % of a sweep (Zen 4).
//! * Two chains of three comparisons, not one of six: one is 10 % slower in 3D.

use core::ops::Range;

use crate::pair_finder::order::Boxes;
use crate::pair_finder::tuning::MAX_MATCHES;
use crate::simd::{Key, LANES, Lanes, Task};
use crate::store::store_if;

/// A candidate, and the boxes of the block that it overlaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Match {
    /// The index of the candidate in the caller's list.
    pub(crate) index: u32,
    /// One bit for each box of the block.
    pub(crate) lanes: u32,
}

/// Compares the boxes of a block with the candidates in windows, and appends a match for each
/// candidate that overlaps any of them. The output is the new number of matches.
///
/// Shortens the windows by the candidates that were compared: by all of them, unless `matches` is
/// full.
pub(super) struct Compare<'a, K, const D: usize> {
    pub(super) blocks: &'a Boxes<K, D>,
    pub(super) block: Range<usize>,
    pub(super) candidates: &'a Boxes<K, D>,
    /// The first one begins in the block itself. A candidate there is compared with the boxes
    /// before it only.
    pub(super) windows: &'a mut [Range<usize>],
    pub(super) matches: &'a mut [Match; MAX_MATCHES],
    /// The number of matches.
    pub(super) len: usize,
}

impl<K: Key, const D: usize> Task<K> for Compare<'_, K, D> {
    type Output = usize;

    // No closures here: they would not be compiled for the lanes.
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

/// Compares the boxes of a block with consecutive candidates. `before` has the bits of the boxes
/// that come before the first candidate, `all` those of the whole block.
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

/// Appends a match, if there are any lanes, to the first `len` ones. Returns their new number.
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

/// Consecutive boxes.
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
