//! The memory that a reader allocates, compared with the length of its input.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Runs a reader and checks that it allocates at most `base` bytes, plus `per_byte` bytes for each
/// byte of its input.
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
