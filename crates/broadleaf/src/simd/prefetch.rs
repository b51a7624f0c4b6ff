//! Asks for memory before it is needed.

use core::ptr;

/// Begins to load the cache line in which `item` begins, where processors have an instruction for
/// that. Changes nothing but the time of later accesses.
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
    // SAFETY: the instruction is part of SSE, and neither reads nor writes memory for the program,
    // whatever the address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
