//! What questions have found, and whether there is memory for more.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::call::Watch;
use crate::memory::{is_there, refuse_more};

/// Memory for so many hits is always there.
const FIRST: usize = 1 << 16;
/// What a hit takes at most before it is in an array: the library has it in a list that grows, in
/// a list of its piece, and in that of its part, with 16 bytes in each.
const BYTES: usize = 64;
/// After this number of hits of one question they are counted.
const BATCH: usize = 1 << 12;
/// Fewer hits of one question are not counted, so that short questions cost nothing.
const FEW: usize = 1 << 6;

/// What questions of one call have found.
#[derive(Default)]
pub(crate) struct Tally {
    /// Before the current part.
    before: AtomicU64,
    /// In the current part.
    hits: AtomicUsize,
    /// For this number of hits there was memory.
    granted: AtomicUsize,
}

impl Tally {
    /// Begins the next part, after this number of hits.
    pub(crate) fn begin(&self, before: u64) {
        self.before.store(before, Relaxed);
        self.hits.store(0, Relaxed);
        self.granted.store(FIRST, Relaxed);
    }
}

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
        let hits = tally.hits.fetch_add(self.hits, Relaxed) + self.hits;
        self.hits = 0;
        if hits > tally.granted.load(Relaxed) {
            // Half as many again, so that memory is seldom asked for.
            let wanted = hits + hits / 2;
            if !is_there(wanted.saturating_mul(BYTES)) {
                refuse_more(tally.before.load(Relaxed) + hits as u64, self.watch);
            }
            tally.granted.fetch_max(wanted, Relaxed);
        }
        self.watch.look();
    }
}
