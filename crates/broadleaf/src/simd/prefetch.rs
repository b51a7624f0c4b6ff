//! Prefetches memory.

use core::ptr;

/// Begins to load the cache line in which `item` begins, on architectures with an instruction for
/// it. It affects only the time of later accesses.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    prefetch_address(ptr::from_ref(item).cast());
}

/// [`prefetch`] of the lines in which `item` begins and ends.
#[inline(always)]
pub(crate) fn prefetch_ends<T>(item: &T) {
    let first = ptr::from_ref(item).cast::<i8>();
    prefetch_address(first);
    prefetch_address(first.wrapping_add(size_of::<T>().saturating_sub(1)));
}

#[inline(always)]
fn prefetch_address(address: *const i8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, and no address makes it read or write memory
    // observably.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
