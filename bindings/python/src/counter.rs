//! Counts the hits of one question: it ends before memory does, and can be interrupted.

use crate::call::Watch;
use crate::memory::{is_there, refuse_more};

/// What a hit takes at most before it is in an array: the library has it in a list that grows, in
/// a list of its piece, and in that of its part, with 16 bytes in each.
const BYTES: usize = 64;
/// After this number of hits of one question they are counted.
const BATCH: usize = 1 << 12;
/// Fewer hits of one question are not counted, so that short questions cost nothing.
const FEW: usize = 1 << 6;

/// The hits of one question.
pub(crate) struct Counter<'a> {
    watch: &'a Watch<'a>,
    hits: usize,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, hits: 0 }
    }

    /// Counts a hit.
    #[inline]
    pub(crate) fn hit(&mut self) {
        self.hits += 1;
        if self.hits == BATCH {
            self.flush();
        }
    }

    /// Ends the question.
    #[inline]
    pub(crate) fn end(mut self) {
        if self.hits >= FEW {
            self.flush();
        }
        self.watch.tick();
    }

    /// Adds the hits to those of the call. Does not return if there is no memory for more, or if
    /// the call was interrupted.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        let tally = &self.watch.tally;
        if let Some(hits) = tally.add(std::mem::take(&mut self.hits)) {
            // Half as many again, so that memory is seldom asked for.
            let wanted = hits + hits / 2;
            if !is_there(wanted.saturating_mul(BYTES)) {
                refuse_more(tally.before() + hits as u64, self.watch);
            }
            tally.grant(wanted);
        }
        self.watch.look();
    }
}
