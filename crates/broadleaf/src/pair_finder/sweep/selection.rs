//! Whether the candidates of a block are worth selecting before they are compared.
//!
//! Selecting costs a sixteenth of a comparison for each candidate and spares a whole one for each
//! that does not touch the bounds of the block. On surfaces a block has 170 candidates beside its
//! pencil and overlaps few of them; in a dense crowd nearly all touch its bounds, and selecting is
//! for nothing. No property of the scene says which it is, and it changes from block to block: so
//! what the last blocks dropped decides for the next one. To select always took 1.06 to 1.17 times
//! as long on uniform scenes, to select never takes 1.52 on surfaces, 1.25 on clustered boxes and
//! 1.16 on heavy-tailed sizes in 3D (100,000 boxes, Zen 5, 2026-11-28).

use crate::pair_finder::tuning::{BLOCKS_UNTIL_TRIED, MIN_SELECTED_AMONG, REMEMBERED};

/// What the last blocks tell about the next one. Decides only how its pairs are found: neither
/// which, nor in which order.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    tested: usize,
    selected: usize,
    skipped: u32,
}

impl Selection {
    /// Whether to select among this number of candidates of a block. Then
    /// [`add_selected`](Self::add_selected) follows.
    #[inline]
    pub(super) fn is_worthwhile(&mut self, candidates: usize) -> bool {
        if candidates < MIN_SELECTED_AMONG {
            return false;
        }
        // It pays if at most half of the candidates are selected.
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

    /// Adds candidates that were selected.
    #[inline]
    pub(super) fn add_selected(&mut self, selected: usize) {
        self.selected += selected;
        if self.tested > REMEMBERED {
            self.tested /= 2;
            self.selected /= 2;
        }
    }
}
