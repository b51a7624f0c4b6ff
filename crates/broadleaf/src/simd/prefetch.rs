//! Asks for memory before it is needed.

/// Begins to load the cache line in which `item` begins, where processors have an instruction for
/// that. Changes nothing but the time of later accesses.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, and neither reads nor writes memory for the program.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(item).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}
