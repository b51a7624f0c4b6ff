//! The hits of queries, and the memory reserved for them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// There is always memory for this number of hits.
const FIRST: usize = 1 << 16;

/// The hits of the queries of one call.
#[derive(Default)]
pub(crate) struct Tally {
    /// The hits of earlier parts.
    before: AtomicU64,
    /// The hits of the current part.
    hits: AtomicUsize,
    /// The number of hits for which memory was reserved.
    granted: AtomicUsize,
}

impl Tally {
    /// Begins the next part, after this number of hits.
    pub(crate) fn begin(&self, before: u64) {
        self.before.store(before, Relaxed);
        self.hits.store(0, Relaxed);
        self.granted.store(FIRST, Relaxed);
    }

    /// Adds hits to the current part. Returns their total if more memory must be reserved.
    pub(crate) fn add(&self, hits: usize) -> Option<usize> {
        let hits = self.hits.fetch_add(hits, Relaxed) + hits;
        (hits > self.granted.load(Relaxed)).then_some(hits)
    }

    /// Records that memory for this number of hits of the current part was reserved.
    pub(crate) fn grant(&self, hits: usize) {
        self.granted.fetch_max(hits, Relaxed);
    }

    /// The number of hits of earlier parts.
    pub(crate) fn before(&self) -> u64 {
        self.before.load(Relaxed)
    }
}
