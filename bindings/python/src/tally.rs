//! What questions have found, and for how much there was memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Memory for so many hits is always there.
const FIRST: usize = 1 << 16;

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

    /// Adds hits to those of the current part. Returns their number if there must be memory for
    /// more.
    pub(crate) fn add(&self, hits: usize) -> Option<usize> {
        let hits = self.hits.fetch_add(hits, Relaxed) + hits;
        (hits > self.granted.load(Relaxed)).then_some(hits)
    }

    /// Notes that there is memory for this number of hits of the current part.
    pub(crate) fn grant(&self, hits: usize) {
        self.granted.fetch_max(hits, Relaxed);
    }

    /// The number of hits before the current part.
    pub(crate) fn before(&self) -> u64 {
        self.before.load(Relaxed)
    }
}
