//! Counts allocations.
#![allow(unsafe_code)] // An allocator is unsafe to implement; this one only chooses between two.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

static ALLOCATOR: PeakMemAlloc<&'static StatsAlloc<System>> =
    PeakMemAlloc::new(&INSTRUMENTED_SYSTEM);
static COUNTS: AtomicBool = AtomicBool::new(true);

#[global_allocator]
static CHOICE: Choice = Choice;

/// The allocator that counts, or the one that it is made of.
struct Choice;

impl Choice {
    fn allocator(&self) -> &'static dyn GlobalAlloc {
        if COUNTS.load(Ordering::Relaxed) {
            &ALLOCATOR
        } else {
            &System
        }
    }
}

// SAFETY: Both allocators pass everything on to `System`, so memory of one may go back to the other.
unsafe impl GlobalAlloc for Choice {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller promises what this needs.
        unsafe { self.allocator().alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: The caller promises what this needs.
        unsafe { self.allocator().dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller promises what this needs.
        unsafe { self.allocator().alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: The caller promises what this needs.
        unsafe { self.allocator().realloc(memory, layout, size) }
    }
}

/// Works without counting allocations, which takes as long as an allocation does. Nothing that it
/// calls may ask for counts.
pub(crate) fn without_counting<R>(work: impl FnOnce() -> R) -> R {
    COUNTS.store(false, Ordering::Relaxed);
    let done = work();
    COUNTS.store(true, Ordering::Relaxed);
    done
}

/// The memory of one contender, measured call by call.
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

    /// The bytes that the contender holds.
    pub(crate) fn held(&self) -> usize {
        self.held.max(0).unsigned_abs()
    }
}
