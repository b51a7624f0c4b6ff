//! Which overlapping boxes form pairs.

use core::fmt;

use super::compare::Match;
use crate::simd::Path;

/// Leaves out some of the pairs before they are written: sixteen boxes at a time are faster to test
/// than one pair.
pub(crate) trait MatchFilter: Sync {
    /// Clears the bits of matches that are not to be pairs. `block` has the indices of the boxes
    /// that the bits stand for. Between two lists, the indices of the second one are increased by
    /// the length of the first.
    fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]);
}

/// A filter, or none.
#[derive(Clone, Copy)]
pub(super) struct Filter<'a>(Option<&'a dyn MatchFilter>);

impl<'a> Filter<'a> {
    pub(super) const NONE: Self = Self(None);

    pub(super) fn of(filter: &'a dyn MatchFilter) -> Self {
        Self(Some(filter))
    }

    pub(super) fn admit(self, path: Path, block: &[u32], matches: &mut [Match]) {
        if let Some(filter) = self.0 {
            filter.admit(path, block, matches);
        }
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Filter").field(&self.0.is_some()).finish()
    }
}
