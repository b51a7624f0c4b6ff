//! A buffer of pairs between a search and a visitor.

use super::tuning::MAX_FOUND;
use crate::visit::Visit;
use core::mem;
use core::ops::ControlFlow;

/// Collects pairs, so that the loop that compares boxes does not call the visitor.
///
/// Boxes that are compared are near each other, so their overlap is hard to predict. Each candidate
/// is stored, and counted only if it is a pair, so there is no branch to mispredict.
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

    /// Adds a pair if `is_pair`. Hands over the collected pairs first if the buffer is full.
    #[inline]
    pub(crate) fn push_if(&mut self, is_pair: bool, pair: [u32; 2]) -> ControlFlow<()> {
        if self.len == MAX_FOUND {
            self.hand_over()?;
        }
        self.pairs[self.len] = pair;
        self.len += usize::from(is_pair);
        ControlFlow::Continue(())
    }

    /// Passes the collected pairs to the visitor.
    pub(crate) fn hand_over(&mut self) -> ControlFlow<()> {
        let len = mem::take(&mut self.len);
        (self.visit)(&self.pairs[..len])
    }
}
