//! The windows of a block: the candidates that it is compared with.
//!
//! ```text
//!   along the sweep axis ──────────────────────────────────────▶
//!
//!                      block of 16 boxes
//!                     ├───────────────────┤
//!                     first               last
//!
//!   own pencil        · ‖‖‖‖‖‖‖‖‖‖‖‖‖‖‖‖‖‖‖│
//!                       [ window          )    boxes after the block's first box
//!
//!   pencils beside  │ ‖  ‖ ‖ ‖   ‖‖  ‖  ‖ │ ‖
//!              ├────┤ reach: the longest box of the other pencil
//!              [ window                   )    boxes that begin from `first - reach` to `last`
//! ```
//!
//! Each ‖ is the start of a candidate. Pencils are as wide as the boxes, so the number of boxes in
//! a window is in proportion to the number of pairs, for any number of boxes; a sweep along one
//! axis alone would compare O(n^(2 - 1/D)) boxes. Clusters do no harm: empty pencils cost nothing,
//! and the width follows the size of the boxes, not their density.
//!
//! Pencils of coarser levels hold many boxes that are far from the block. Eight blocks share one
//! window in each, from which [`FindNearby`] copies the boxes that touch the common bounds of these
//! blocks.

use core::ops::Range;

use super::partners::{Partner, PencilSpan, lower_bound};
use super::pass::{Pairing, Pass};
use crate::pair_finder::order::Boxes;
use crate::simd::{Key, Lanes, Task};

/// Finds the windows of a block.
pub(super) struct FindWindows<'a, K, const D: usize> {
    pub(super) pass: Pass<'a, K, D>,
    pub(super) block: Range<usize>,
    pub(super) beside: &'a mut [Partner],
    /// The output: a window in the block's own pencil, and one in each pencil of `beside`.
    pub(super) windows: &'a mut [Range<usize>],
}

impl<K: Key, const D: usize> Task<K> for FindWindows<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Self {
            pass,
            block,
            beside,
            windows,
        } = self;
        let keys = &pass.candidates.keys;
        let span = PencilSpan::of(pass.blocks, &block);
        windows[0] = match pass.pairing {
            Pairing::Within => {
                let end = (span.pencil | span.last) + 1;
                block.start + 1..lower_bound(lanes, keys, block.end, end)
            }
            Pairing::Between | Pairing::BetweenCoarser => 0..0,
        };
        for (partner, window) in beside.iter_mut().zip(&mut windows[1..]) {
            *window = partner.window(lanes, keys, &span);
        }
    }
}

/// Finds the boxes of coarser pencils that touch the bounds of a run of blocks. These are far fewer
/// than the boxes in the windows of the pencils: on heavy-tailed sizes in 3D, windows have 13 boxes
/// for each box of the run, and only 0.3 of them form pairs.
///
/// Each block of the run is compared with all found boxes, mostly 4 to 60 from three to five
/// pencils. Finding a window for each block in each pencil takes longer than the comparisons that
/// it saves.
pub(super) struct FindNearby<'a, K, const D: usize> {
    pub(super) pass: Pass<'a, K, D>,
    pub(super) run: Range<usize>,
    pub(super) coarser: &'a mut [Partner],
    /// The output; must be empty before.
    pub(super) nearby: &'a mut Boxes<K, D>,
}

impl<K: Key, const D: usize> Task<K> for FindNearby<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Pass {
            blocks, candidates, ..
        } = self.pass;
        let span = PencilSpan::of(blocks, &self.run);
        let bounds = blocks.boxes.bounds(&self.run);
        for partner in self.coarser {
            let window = partner.window(lanes, &candidates.keys, &span);
            self.nearby
                .append_touching(lanes, &candidates.boxes, window, &bounds);
        }
    }
}
