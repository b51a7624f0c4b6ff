//! Lanes of AVX-512.

use core::arch::x86_64::{
    __m512i, __mmask8, __mmask16, _mm512_mask_cmple_epi32_mask, _mm512_mask_cmple_epi64_mask, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_setr_epi32, _mm512_setr_epi64,
};

use super::{LANES, Lanes, Task};

/// Whoever has one runs on a processor with AVX-512 and all that came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    #[cfg(feature = "std")]
    pub(crate) fn detect() -> Option<Self> {
        use std::arch::is_x86_feature_detected as has;
        let has_all = has!("avx512f") && has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        has_all.then_some(Self(()))
    }

    #[cfg(not(feature = "std"))]
    pub(crate) fn detect() -> Option<Self> {
        let has_all = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        has_all.then_some(Self(()))
    }

    /// Runs a task compiled for AVX-512.
    pub(crate) fn run<K, T: Task<K>>(self, task: T) -> T::Output
    where
        Self: Lanes<K>,
    {
        #[target_feature(enable = "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled_for_avx512<K, T: Task<K>>(task: T, lanes: Avx512) -> T::Output
        where
            Avx512: Lanes<K>,
        {
            task.run(lanes)
        }
        // SAFETY: `self` exists, so this processor has the features: see `detect`.
        unsafe { compiled_for_avx512(task, self) }
    }
}

impl Lanes<i32> for Avx512 {
    type Keys = __m512i;
    type Mask = __mmask16;

    #[inline(always)]
    fn load(self, &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: &[i32; LANES]) -> __m512i {
        // SAFETY: as in `run`.
        unsafe { _mm512_setr_epi32(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) }
    }

    #[inline(always)]
    fn splat(self, key: i32) -> __m512i {
        // SAFETY: as in `run`.
        unsafe { _mm512_set1_epi32(key) }
    }

    #[inline(always)]
    fn all(self) -> __mmask16 {
        __mmask16::MAX
    }

    #[inline(always)]
    fn at_most(self, among: __mmask16, a: __m512i, b: __m512i) -> __mmask16 {
        // SAFETY: as in `run`.
        unsafe { _mm512_mask_cmple_epi32_mask(among, a, b) }
    }

    #[inline(always)]
    fn bits(self, mask: __mmask16) -> u32 {
        mask.into()
    }
}

impl Lanes<i64> for Avx512 {
    type Keys = [__m512i; 2];
    type Mask = [__mmask8; 2];

    #[inline(always)]
    fn load(self, &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: &[i64; LANES]) -> [__m512i; 2] {
        // SAFETY: as in `run`.
        unsafe { [_mm512_setr_epi64(a, b, c, d, e, f, g, h), _mm512_setr_epi64(i, j, k, l, m, n, o, p)] }
    }

    #[inline(always)]
    fn splat(self, key: i64) -> [__m512i; 2] {
        // SAFETY: as in `run`.
        unsafe { [_mm512_set1_epi64(key); 2] }
    }

    #[inline(always)]
    fn all(self) -> [__mmask8; 2] {
        [__mmask8::MAX; 2]
    }

    #[inline(always)]
    fn at_most(self, among: [__mmask8; 2], a: [__m512i; 2], b: [__m512i; 2]) -> [__mmask8; 2] {
        // SAFETY: as in `run`.
        unsafe { [_mm512_mask_cmple_epi64_mask(among[0], a[0], b[0]), _mm512_mask_cmple_epi64_mask(among[1], a[1], b[1])] }
    }

    #[inline(always)]
    fn bits(self, [low, high]: [__mmask8; 2]) -> u32 {
        u32::from(low) | u32::from(high) << 8
    }
}
