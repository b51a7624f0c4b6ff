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
//!   other pencils   │ ‖  ‖ ‖ ‖   ‖‖  ‖  ‖ │ ‖
//!              ├────┤ reach: the longest box of the other pencil
//!              [ window                   )    boxes that begin from `first - reach` to `last`
//! ```
//!
//! Every ‖ is where a candidate begins.

use core::ops::Range;

use super::lists::{Lists, Pass};
use super::partner::{Interval, Partner, lower_bound};
use crate::simd::{Key, Lanes, Task};

/// Finds the windows of a block.
pub(super) struct FindWindows<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
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
            lists,
            block,
            beside,
            windows,
        } = self;
        let keys = &lists.candidates.keys;
        let interval = Interval::of(lists.blocks, &block);
        windows[0] = match lists.pass {
            Pass::Within => {
                let end = (interval.pencil | interval.last) + 1;
                block.start + 1..lower_bound(lanes, keys, block.end, end)
            }
            Pass::Between | Pass::BetweenCoarser => 0..0,
        };
        for (partner, window) in beside.iter_mut().zip(&mut windows[1..]) {
            *window = partner.window(lanes, keys, &interval);
        }
    }
}
