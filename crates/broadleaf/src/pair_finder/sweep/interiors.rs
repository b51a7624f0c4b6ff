//! Drops pairs of boxes that only touch.

use super::compare::Match;
use super::pair_filter::{MatchFilter, PairFilter};
use crate::geometry::{BoxSource, Scalar};
use crate::pair_finder::order::Sources;
use crate::simd::Path;

/// Drops matches of boxes whose interiors do not overlap.
///
/// Runs after the search for closed boxes. The alternatives are worse: a box without extent, shrunk
/// by one number, would end before it begins, and a strict comparison in the search would compile
/// its largest functions twice.
pub(crate) struct Interiors<'a, S: Scalar, const D: usize>(pub(crate) Sources<'a, S, D>);

impl<S: Scalar, const D: usize> Interiors<'_, S, D> {
    /// Adds this filter to another one if the query is for interiors.
    pub(crate) fn added_to<'f>(&'f self, filter: PairFilter<'f>) -> PairFilter<'f> {
        if filter.interiors {
            filter.with_custom(self)
        } else {
            filter
        }
    }
}

impl<S: Scalar, const D: usize> MatchFilter for Interiors<'_, S, D> {
    fn admit(&self, _: Path, block: &[u32], matches: &mut [Match]) {
        for found in matches {
            let candidate = self.0.get(found.index as usize);
            for (lane, &index) in block.iter().enumerate() {
                let is_found = found.lanes >> lane & 1 > 0;
                if is_found && !candidate.interiors_overlap(&self.0.get(index as usize)) {
                    found.lanes &= !(1 << lane);
                }
            }
        }
    }
}
