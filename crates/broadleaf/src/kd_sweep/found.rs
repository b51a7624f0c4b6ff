//! Pairs on their way from a sweep to a visitor.

use core::mem;
use core::ops::ControlFlow;

use crate::store::store_if;
use crate::visit::Visit;

/// The number of pairs that are collected before the first of them is visited.
const MAX_PAIRS: usize = 256;

/// Collects pairs, so that the loop of a sweep calls no visitor.
pub(super) struct Found<'a> {
    visit: Visit<'a>,
    pairs: [[u32; 2]; MAX_PAIRS],
    len: usize,
}

impl<'a> Found<'a> {
    pub(super) fn new(visit: Visit<'a>) -> Self {
        Self {
            visit,
            pairs: [[0; 2]; MAX_PAIRS],
            len: 0,
        }
    }

    /// Adds a pair if `is_pair`. Hands over the collected pairs first if there is no memory for
    /// another one.
    #[inline]
    pub(super) fn push_if(&mut self, is_pair: bool, pair: [u32; 2]) -> ControlFlow<()> {
        if self.len == MAX_PAIRS {
            self.hand_over()?;
        }
        store_if(&mut self.pairs, &mut self.len, pair, is_pair);
        ControlFlow::Continue(())
    }

    /// Hands over the collected pairs.
    pub(super) fn hand_over(&mut self) -> ControlFlow<()> {
        let len = mem::take(&mut self.len);
        (self.visit)(&self.pairs[..len])
    }
}
