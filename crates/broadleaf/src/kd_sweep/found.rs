//! Pairs on their way from a sweep to a visitor.

use core::mem;
use core::ops::ControlFlow;

/// The number of pairs that are collected before the first of them is reported.
const MAX_PAIRS: usize = 256;

/// Collects pairs and reports them in blocks, so that the loop of a sweep calls no visitor.
pub(super) struct Found<R> {
    report: R,
    pairs: [(u32, u32); MAX_PAIRS],
    len: usize,
}

impl<B, R: FnMut(u32, u32) -> ControlFlow<B>> Found<R> {
    pub(super) fn new(report: R) -> Self {
        Self {
            report,
            pairs: [(0, 0); MAX_PAIRS],
            len: 0,
        }
    }

    /// Adds a pair if `is_pair`. Reports the collected pairs first if there is no memory for
    /// another one.
    #[inline]
    pub(super) fn push_if(&mut self, is_pair: bool, pair: (u32, u32)) -> ControlFlow<B> {
        if self.len == MAX_PAIRS {
            self.flush()?;
        }
        // Stored always and counted if wanted: no unpredictable branch.
        self.pairs[self.len] = pair;
        self.len += usize::from(is_pair);
        ControlFlow::Continue(())
    }

    /// Reports the collected pairs.
    pub(super) fn flush(&mut self) -> ControlFlow<B> {
        let pairs = &self.pairs[..mem::take(&mut self.len)];
        pairs.iter().try_for_each(|&(a, b)| (self.report)(a, b))
    }
}
