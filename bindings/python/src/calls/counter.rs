//! Counts the hits of one query, so that it can be interrupted, and ends before memory runs out.

use crate::calls::call::Watch;
use crate::calls::memory::{is_there, refuse_more};

/// The most bytes that a hit takes on its way to an array: it is in a growing list of the library,
/// in a list of its piece, and in one of its part, with 16 bytes in each.
const BYTES: usize = 64;
/// Hits are added to the call after this number of hits of one query.
const BATCH: usize = 1 << 12;
/// Fewer hits of one query are not added, so that short queries cost nothing.
const FEW: usize = 1 << 6;

/// The hits of one query.
pub(crate) struct Counter<'a> {
    watch: &'a Watch<'a>,
    hits: usize,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, hits: 0 }
    }

    #[inline]
    pub(crate) fn hit(&mut self) {
        self.hits += 1;
        if self.hits == BATCH {
            self.flush();
        }
    }

    #[inline]
    pub(crate) fn end(mut self) {
        if self.hits >= FEW {
            self.flush();
        }
        self.watch.tick();
    }

    /// Adds the hits to the call. Does not return if there is no memory for more, or if the call
    /// was interrupted.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        let tally = &self.watch.tally;
        if let Some(hits) = tally.add(std::mem::take(&mut self.hits)) {
            // Reserve for half as many more, so that reservations are rare.
            let wanted = hits + hits / 2;
            if !is_there(wanted.saturating_mul(BYTES)) {
                refuse_more(tally.before() + hits as u64, self.watch);
            }
            tally.grant(wanted);
        }
        self.watch.look();
    }
}
