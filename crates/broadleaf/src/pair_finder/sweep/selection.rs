//! Whether the candidates of a block are worth selecting before they are compared.
//!
//! Selecting costs a sixteenth of a comparison for each candidate and saves a whole one for each
//! that does not touch the bounds of the block. On surfaces, a block has 170 candidates beside its
//! pencil and overlaps few of them; in a dense crowd, nearly all touch its bounds, and selecting is
//! wasted. No property of the scene predicts this, and it changes from block to block, so the share
//! that recent blocks selected decides for the next one. Always selecting is 6 to 17 % slower on
//! uniform scenes; never selecting is 52 % slower on surfaces, 25 % on clustered boxes and 16 % on
//! heavy-tailed sizes in 3D (100,000 boxes, Zen 5, 2026-11-28).

use crate::pair_finder::tuning::{BLOCKS_UNTIL_TRIED, MIN_SELECTED_AMONG, REMEMBERED};

/// Statistics of recent blocks. They decide only how pairs are found, not which pairs or in which
/// order.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    tested: usize,
    selected: usize,
    skipped: u32,
}

impl Selection {
    /// Whether to select among this number of candidates of a block. If so, the caller must call
    /// [`add_selected`](Self::add_selected) afterwards.
    #[inline]
    pub(super) fn is_worthwhile(&mut self, candidates: usize) -> bool {
        if candidates < MIN_SELECTED_AMONG {
            return false;
        }
        // Selecting pays if it keeps at most half of the candidates.
        if self.selected > self.tested / 2 {
            self.skipped += 1;
            if self.skipped < BLOCKS_UNTIL_TRIED {
                return false;
            }
            *self = Self::default();
        }
        self.tested += candidates;
        true
    }

    /// Records the number of candidates that were selected.
    #[inline]
    pub(super) fn add_selected(&mut self, selected: usize) {
        self.selected += selected;
        if self.tested > REMEMBERED {
            self.tested /= 2;
            self.selected /= 2;
        }
    }
}
