//! The innermost loop if most candidates are far from the block: selects the candidates that touch
//! its bounds, sixteen at a time, and compares only these with its boxes.

use core::ops::Range;

use super::compare::{Candidates, Match, append};
use crate::pair_finder::order::Boxes;
use crate::pair_finder::tuning::MAX_MATCHES;
use crate::simd::{Key, LANES, Lanes, List, Task};
use crate::store::to_u32;

/// The numbers of selected candidates.
type Selected = List<{ MAX_MATCHES + LANES }>;

/// Finds the matches of [`Compare`](super::compare::Compare), in the same order, in windows that
/// begin outside the block. The output is the new number of matches and the number of selected
/// candidates.
pub(super) struct CompareSelected<'a, K, const D: usize> {
    pub(super) blocks: &'a Boxes<K, D>,
    pub(super) block: Range<usize>,
    pub(super) candidates: &'a Boxes<K, D>,
    pub(super) windows: &'a mut [Range<usize>],
    pub(super) matches: &'a mut [Match; MAX_MATCHES],
    pub(super) len: usize,
}

impl<K: Key, const D: usize> Task<K> for CompareSelected<'_, K, D> {
    type Output = [usize; 2];

    // No closures here: they are not compiled with the target features of the path.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> [usize; 2] {
        let Self {
            blocks,
            block,
            candidates,
            windows,
            matches,
            mut len,
        } = self;
        let bounds = blocks.bounds(&block);
        let [min, max] = blocks.load(lanes, block.start);
        let all = (1 << block.len()) - 1;
        let all_candidates = Candidates::of(candidates, &(0..candidates.len));
        let (mut selected, mut count) = (Selected::new(), 0);
        loop {
            let room = MAX_MATCHES - len;
            selected.truncate(0);
            for window in &mut *windows {
                select(lanes, candidates, window, &bounds, room, &mut selected);
            }
            for place in 0..selected.len() {
                let number = selected.get(place) as usize;
                // Always true. One test here saves a bounds check for each column.
                if number < all_candidates.indices.len() {
                    let [low, high] = all_candidates.corners(number);
                    let touched = lanes.overlapping(&min, &max, low, high) & all;
                    len = append(matches, len, all_candidates.indices[number], touched);
                }
            }
            count += selected.len();
            // If there was room for more, all windows are empty.
            if selected.len() < room || len == MAX_MATCHES {
                return [len, count];
            }
        }
    }
}

/// Appends the candidates in a window that touch `bounds` to `selected`, until it has `most`.
/// Removes the tested candidates from the window.
#[inline(always)]
fn select<K: Key, L: Lanes<K>, const D: usize>(
    lanes: L,
    candidates: &Boxes<K, D>,
    window: &mut Range<usize>,
    bounds: &([K; D], [K; D]),
    most: usize,
    selected: &mut Selected,
) {
    while window.start < window.end && selected.len() < most {
        let tested = window.len().min(LANES).min(most - selected.len());
        let [min, max] = candidates.load(lanes, window.start);
        let among = u32::MAX >> (u32::BITS as usize - tested);
        let touching = lanes.overlapping(&min, &max, bounds.0, bounds.1) & among;
        let mut numbers = [to_u32(window.start); LANES];
        for (number, lane) in numbers.iter_mut().zip(0..) {
            *number += lane;
        }
        let packed = lanes.packed_numbers(&numbers, touching);
        selected.push(packed, touching.count_ones() as usize);
        window.start += tested;
    }
}
