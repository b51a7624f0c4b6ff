//! Counts allocations.

use peakmem_alloc::PeakMemAllocTrait;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region};

use crate::allocator::COUNTER;

/// The memory of one contender, measured for each call.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// The bytes that the contender holds.
    held: isize,
    /// The peak of the bytes held during the last call.
    pub(crate) peak: usize,
    /// The number of allocations during the last call.
    pub(crate) allocations: usize,
}

impl Usage {
    /// Calls `work` and measures its memory.
    pub(crate) fn count<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let region = Region::new(&INSTRUMENTED_SYSTEM);
        COUNTER.reset_peak_memory();
        let done = work();
        let change = region.change();
        self.peak = self
            .held
            .saturating_add_unsigned(COUNTER.get_peak_memory())
            .max(0)
            .unsigned_abs();
        self.held += change.bytes_allocated as isize - change.bytes_deallocated as isize;
        self.allocations = change.allocations + change.reallocations;
        done
    }

    /// The bytes that the contender holds.
    pub(crate) fn held(&self) -> usize {
        self.held.max(0).unsigned_abs()
    }
}
