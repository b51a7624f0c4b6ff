//! How much is allocated.

use std::alloc::System;

use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: PeakMemAlloc<&'static StatsAlloc<System>> =
    PeakMemAlloc::new(&INSTRUMENTED_SYSTEM);

/// What somebody holds and has held, as they work piece by piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// How many bytes they hold.
    held: isize,
    /// The most bytes they held at a time in the last piece of work.
    pub(crate) peak: usize,
    /// How often they allocated in the last piece of work.
    pub(crate) allocations: usize,
}

impl Usage {
    /// Counts a piece of work.
    pub(crate) fn count<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let region = Region::new(&INSTRUMENTED_SYSTEM);
        ALLOCATOR.reset_peak_memory();
        let done = work();
        let change = region.change();
        self.peak = self
            .held
            .saturating_add_unsigned(ALLOCATOR.get_peak_memory())
            .max(0)
            .unsigned_abs();
        self.held += change.bytes_allocated as isize - change.bytes_deallocated as isize;
        self.allocations = change.allocations + change.reallocations;
        done
    }
}
