//! Four comparisons at once, with instructions that every processor of an architecture has. They
//! need no choice at run time, so the test of a single box can use them.

#[cfg(target_arch = "x86_64")]
use core::any::Any;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    _mm_castsi128_ps, _mm_cmpgt_epi32, _mm_cmpnle_ps, _mm_loadu_ps, _mm_loadu_si128,
    _mm_movemask_ps,
};

/// Whether `a[k] <= b[k]` for all four.
#[inline(always)]
pub(crate) fn all_le<S: PartialOrd + Copy + 'static>(a: &[S; 4], b: &[S; 4]) -> bool {
    // The compiler knows `S`, so it removes all but one of these branches.
    #[cfg(target_arch = "x86_64")]
    if let Some((a, b)) = both::<_, [f32; 4]>(a, b) {
        // SAFETY: each pointer is to four floats, and SSE2 is part of x86-64.
        return unsafe {
            let (a, b) = (_mm_loadu_ps(a.as_ptr()), _mm_loadu_ps(b.as_ptr()));
            _mm_movemask_ps(_mm_cmpnle_ps(a, b)) == 0
        };
    } else if let Some((a, b)) = both::<_, [i32; 4]>(a, b) {
        // SAFETY: each pointer is to four integers of 32 bits, and SSE2 is part of x86-64.
        return unsafe {
            let a = _mm_loadu_si128(a.as_ptr().cast());
            let b = _mm_loadu_si128(b.as_ptr().cast());
            _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(a, b))) == 0
        };
    }
    (a[0] <= b[0]) & (a[1] <= b[1]) & (a[2] <= b[2]) & (a[3] <= b[3])
}

/// The two values if they are of type `T`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn both<'a, A: 'static, T: 'static>(a: &'a A, b: &'a A) -> Option<(&'a T, &'a T)> {
    let [a, b] = [a, b].map(|value| (value as &dyn Any).downcast_ref::<T>());
    a.zip(b)
}
