//! Boxes that only touch, left out of the pairs.

use core::marker::PhantomData;

use super::compare::Match;
use super::pair_filter::{MatchFilter, PairFilter};
use crate::geometry::{BoxSource, Scalar};
use crate::pair_finder::order::Operands;
use crate::simd::Path;

/// Drops matches of boxes whose interiors do not overlap.
///
/// After the search, so that boxes are searched as always: boxes that were shrunk by one number
/// would end before they begin where they have no extent, and a strict comparison in the search
/// itself would compile its largest functions twice.
pub(crate) struct Interiors<'a, A: ?Sized, B: ?Sized, S, const D: usize> {
    operands: &'a Operands<'a, A, B>,
    scalar: PhantomData<S>,
}

impl<'a, A: ?Sized, B: ?Sized, S, const D: usize> Interiors<'a, A, B, S, D> {
    pub(crate) fn of(operands: &'a Operands<'_, A, B>) -> Self {
        Self {
            operands,
            scalar: PhantomData,
        }
    }
}

impl<A, B, S: Scalar, const D: usize> Interiors<'_, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// The filter, which drops these matches too if a question is about interiors.
    pub(crate) fn added_to<'f>(&'f self, filter: PairFilter<'f>) -> PairFilter<'f> {
        if filter.interiors {
            filter.with_custom(self)
        } else {
            filter
        }
    }
}

impl<A, B, S: Scalar, const D: usize> MatchFilter for Interiors<'_, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    fn admit(&self, _: Path, block: &[u32], matches: &mut [Match]) {
        for found in matches {
            let candidate = self.operands.get(found.index as usize);
            for (lane, &index) in block.iter().enumerate() {
                let is_found = found.lanes >> lane & 1 > 0;
                if is_found && !candidate.interiors_overlap(&self.operands.get(index as usize)) {
                    found.lanes &= !(1 << lane);
                }
            }
        }
    }
}
