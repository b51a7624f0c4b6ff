//! Whether the candidates of a block are worth selecting before they are compared.

/// Of fewer candidates, all are compared.
const MIN_CANDIDATES: usize = 40;
/// Selecting pays if at most one in this number of candidates is selected.
const SHARE: usize = 2;
/// About this number of tested candidates is remembered.
const REMEMBERED: usize = 2048;
/// After this number of blocks for which selecting did not seem to pay, it is tried again.
const BLOCKS_UNTIL_TRIED: u32 = 32;

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
        if candidates < MIN_CANDIDATES {
            return false;
        }
        if self.selected * SHARE > self.tested {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each of some blocks selects, if this share of 100 candidates is near it.
    fn plays(selection: &mut Selection, near: usize, blocks: u32) -> impl Iterator<Item = bool> {
        (0..blocks).map(move |_| {
            let selects = selection.is_worthwhile(100);
            if selects {
                selection.add_selected(near);
            }
            selects
        })
    }

    #[test]
    fn selects_while_most_candidates_are_far() {
        let mut selection = Selection::default();
        assert!(!selection.is_worthwhile(MIN_CANDIDATES - 1));
        assert!(plays(&mut selection, 49, 100).all(|selects| selects));
        let some = plays(&mut selection, 90, 1_000).filter(|&selects| selects);
        assert!((1..100).contains(&some.count()));
        // It notices that candidates are far again.
        let _ = plays(&mut selection, 10, BLOCKS_UNTIL_TRIED).count();
        assert!(plays(&mut selection, 10, 100).all(|selects| selects));
    }
}
