//! The allocator of the program, with and without counting.
#![allow(unsafe_code)] // An allocator is unsafe to implement; this one only chooses between two.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use peakmem_alloc::PeakMemAlloc;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// The allocator that counts.
pub(crate) static COUNTER: PeakMemAlloc<&'static StatsAlloc<System>> =
    PeakMemAlloc::new(&INSTRUMENTED_SYSTEM);
/// Whether the counting allocator is in use.
static COUNTS: AtomicBool = AtomicBool::new(true);

#[global_allocator]
static CHOICE: Choice = Choice;

/// The counting allocator, or the one inside it.
struct Choice;

impl Choice {
    fn allocator(&self) -> &'static dyn GlobalAlloc {
        if COUNTS.load(Ordering::Relaxed) {
            &COUNTER
        } else {
            &System
        }
    }
}

// SAFETY: Both allocators forward to `System`, so memory of one may be freed by the other.
unsafe impl GlobalAlloc for Choice {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller upholds the same contract.
        unsafe { self.allocator().alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: The caller upholds the same contract.
        unsafe { self.allocator().dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller upholds the same contract.
        unsafe { self.allocator().alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: The caller upholds the same contract.
        unsafe { self.allocator().realloc(memory, layout, size) }
    }
}

/// Runs work without counting allocations, since counting takes as long as an allocation. The work
/// must not read the counts.
pub(crate) fn without_counting<R>(work: impl FnOnce() -> R) -> R {
    COUNTS.store(false, Ordering::Relaxed);
    let done = work();
    COUNTS.store(true, Ordering::Relaxed);
    done
}
