//! Pairs on their way from a search to a visitor.

use super::tuning::MAX_FOUND;
use crate::store::store_if;
use crate::visit::Visit;
use core::mem;
use core::ops::ControlFlow;

/// Collects pairs, so that the loop that compares boxes calls no visitor.
///
/// A box is compared with boxes nearby, so whether two overlap is as good as random: a pair is
/// always stored, and counted only if it is one. That leaves no branch to mispredict.
pub(crate) struct FoundPairs<'v> {
    visit: Visit<'v>,
    pairs: [[u32; 2]; MAX_FOUND],
    len: usize,
}

impl<'v> FoundPairs<'v> {
    pub(crate) fn new(visit: Visit<'v>) -> Self {
        Self {
            visit,
            pairs: [[0; 2]; MAX_FOUND],
            len: 0,
        }
    }

    /// Adds a pair if `is_pair`. Hands over the collected pairs first if there is no memory for
    /// another one.
    #[inline]
    pub(crate) fn push_if(&mut self, is_pair: bool, pair: [u32; 2]) -> ControlFlow<()> {
        if self.len == MAX_FOUND {
            self.hand_over()?;
        }
        store_if(&mut self.pairs, &mut self.len, pair, is_pair);
        ControlFlow::Continue(())
    }

    /// Hands over the collected pairs.
    pub(crate) fn hand_over(&mut self) -> ControlFlow<()> {
        let len = mem::take(&mut self.len);
        (self.visit)(&self.pairs[..len])
    }
}
