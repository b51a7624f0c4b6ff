//! The memory that a reader takes, next to the length of what it reads.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Runs a reader and checks that it allocates at most `per_byte` bytes for each byte of its input,
/// and `base` bytes besides.
pub(crate) fn bounded<R>(
    input: &[u8],
    [base, per_byte]: [usize; 2],
    read: impl FnOnce() -> R,
) -> R {
    let region = Region::new(ALLOCATOR);
    let result = read();
    let allocated = region.change().bytes_allocated;
    assert!(
        allocated <= base + per_byte * input.len(),
        "{allocated} bytes were allocated for {} bytes of input",
        input.len()
    );
    result
}
