//! Lanes in AVX-512 registers.

use core::arch::x86_64::{
    __m512, __m512d, __m512i, __mmask8, __mmask16, _CMP_LE_OQ, _mm512_add_pd, _mm512_add_ps,
    _mm512_cmp_pd_mask, _mm512_cmp_ps_mask, _mm512_cmpeq_epi32_mask, _mm512_cmplt_epu32_mask,
    _mm512_loadu_pd, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_mask_cmp_pd_mask,
    _mm512_mask_cmp_ps_mask, _mm512_mask_cmple_epi32_mask, _mm512_mask_cmple_epi64_mask,
    _mm512_mask_compress_epi32, _mm512_mask_mov_pd, _mm512_mask_mov_ps, _mm512_max_epu32,
    _mm512_max_pd, _mm512_max_ps, _mm512_min_epu32, _mm512_min_pd, _mm512_min_ps, _mm512_mul_pd,
    _mm512_mul_ps, _mm512_permutex2var_epi32, _mm512_reduce_min_pd, _mm512_reduce_min_ps,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_set1_pd, _mm512_set1_ps, _mm512_setr_epi32,
    _mm512_storeu_pd, _mm512_storeu_ps, _mm512_storeu_si512, _mm512_sub_pd, _mm512_sub_ps,
    _mm512_test_epi32_mask,
};

use core::mem;

use super::lane::LANES;
use super::lanes::{Lanes, Numbers};
use super::measures::{float_measures, minus_i32, minus_i64, plain_measures};

processor!(
    /// Proof that the processor has AVX-512F, AVX2 and the bit manipulation instructions.
    Avx512,
    "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt",
    is_x86_feature_detected,
    ["avx512f", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);

plain_measures!(Avx512: i32 => f64, minus_i32; i64 => f64, minus_i64;);
float_measures!(
    Avx512, f32: [__m512; 1],
    minus: _mm512_sub_ps, plus: _mm512_add_ps, times: _mm512_mul_ps,
    greater: _mm512_max_ps, lesser: _mm512_min_ps, store: _mm512_storeu_ps,
    least: least_f32,
);
float_measures!(
    Avx512, f64: [__m512d; 2],
    minus: _mm512_sub_pd, plus: _mm512_add_pd, times: _mm512_mul_pd,
    greater: _mm512_max_pd, lesser: _mm512_min_pd, store: _mm512_storeu_pd,
    least: least_f64,
);
lanes!(
    Avx512, i32: [__m512i; 1], __mmask16,
    load: _mm512_loadu_si512,
    splat: _mm512_set1_epi32,
    all: __mmask16::MAX,
    at_most: |among, a, b| _mm512_mask_cmple_epi32_mask(among, a, b),
    bits: |[mask]| mask.into(),
);
lanes!(
    Avx512, i64: [__m512i; 2], __mmask8,
    load: _mm512_loadu_si512,
    splat: _mm512_set1_epi64,
    all: __mmask8::MAX,
    at_most: |among, a, b| _mm512_mask_cmple_epi64_mask(among, a, b),
    bits: |[low, high]| u32::from(low) | u32::from(high) << 8,
);

lanes!(
    Avx512, f32: [__m512; 1], __mmask16,
    load: _mm512_loadu_ps,
    splat: _mm512_set1_ps,
    all: __mmask16::MAX,
    at_most: |among, a, b| _mm512_mask_cmp_ps_mask::<_CMP_LE_OQ>(among, a, b),
    bits: |[mask]| mask.into(),
);
lanes!(
    Avx512, f64: [__m512d; 2], __mmask8,
    load: _mm512_loadu_pd,
    splat: _mm512_set1_pd,
    all: __mmask8::MAX,
    at_most: |among, a, b| _mm512_mask_cmp_pd_mask::<_CMP_LE_OQ>(among, a, b),
    bits: |[low, high]| u32::from(low) | u32::from(high) << 8,
);

#[expect(clippy::cast_possible_truncation, reason = "the mask has sixteen bits")]
#[target_feature(enable = "avx512f,bmi1")]
#[inline]
fn least_f32([reals]: [__m512; 1], bits: u32) -> (f32, usize) {
    let infinity = _mm512_set1_ps(f32::INFINITY);
    let reals = _mm512_mask_mov_ps(infinity, bits as __mmask16, reals);
    let least = _mm512_reduce_min_ps(reals);
    let equal = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(reals, _mm512_set1_ps(least));
    let lanes = u32::from(equal) & bits;
    (least, lanes.trailing_zeros() as usize % LANES)
}

#[expect(clippy::cast_possible_truncation, reason = "each mask has eight bits")]
#[target_feature(enable = "avx512f,bmi1")]
#[inline]
fn least_f64([low, high]: [__m512d; 2], bits: u32) -> (f64, usize) {
    let infinity = _mm512_set1_pd(f64::INFINITY);
    let low = _mm512_mask_mov_pd(infinity, bits as __mmask8, low);
    let high = _mm512_mask_mov_pd(infinity, (bits >> 8) as __mmask8, high);
    let least = _mm512_reduce_min_pd(_mm512_min_pd(low, high));
    let equal = |reals| _mm512_cmp_pd_mask::<_CMP_LE_OQ>(reals, _mm512_set1_pd(least));
    let lanes = (u32::from(equal(low)) | u32::from(equal(high)) << 8) & bits;
    (least, lanes.trailing_zeros() as usize % LANES)
}

impl Numbers for Avx512 {
    #[inline(always)]
    fn count_less(self, numbers: &[u32; LANES], limit: u32) -> usize {
        // SAFETY: `self` proves that the processor has the instructions. The load takes any address
        // and reads 64 bytes: sixteen numbers.
        let less = unsafe {
            _mm512_cmplt_epu32_mask(
                _mm512_loadu_si512(numbers.as_ptr().cast()),
                _mm512_set1_epi32(limit.cast_signed()),
            )
        };
        less.count_ones() as usize
    }

    #[inline(always)]
    fn equal(self, numbers: &[u32; LANES], other: u32) -> u32 {
        // SAFETY: `self` proves that the processor has the instructions. The load takes any address
        // and reads 64 bytes: sixteen numbers.
        let equal = unsafe {
            _mm512_cmpeq_epi32_mask(
                _mm512_loadu_si512(numbers.as_ptr().cast()),
                _mm512_set1_epi32(other.cast_signed()),
            )
        };
        u32::from(equal)
    }

    #[inline(always)]
    fn common(self, numbers: &[u32; LANES], other: u32) -> u32 {
        // SAFETY: `self` proves that the processor has the instructions. The load takes any address
        // and reads 64 bytes: sixteen numbers.
        let common = unsafe {
            _mm512_test_epi32_mask(
                _mm512_loadu_si512(numbers.as_ptr().cast()),
                _mm512_set1_epi32(other.cast_signed()),
            )
        };
        u32::from(common)
    }

    #[inline(always)]
    fn pack_numbers(self, from: &[u32; LANES], bits: u32, to: &mut [u32; LANES]) {
        *to = self.packed_numbers(from, bits);
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask has sixteen bits")]
    #[inline(always)]
    fn packed_numbers(self, from: &[u32; LANES], bits: u32) -> [u32; LANES] {
        // SAFETY: `self` proves that the processor has the instructions. The load takes any address
        // and reads 64 bytes: sixteen numbers, which is also what a register holds.
        unsafe {
            let numbers = _mm512_loadu_si512(from.as_ptr().cast());
            mem::transmute(_mm512_mask_compress_epi32(
                numbers,
                bits as __mmask16,
                numbers,
            ))
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask has sixteen bits")]
    #[inline(always)]
    fn write_pairs(
        self,
        indices: &[u32; LANES],
        bits: u32,
        index: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        // SAFETY: `self` proves that the processor has the instructions. The load and the stores
        // take any address, and each touches 64 bytes: sixteen indices, and the first and the last
        // eight of the sixteen pairs.
        unsafe {
            let index = _mm512_set1_epi32(index.cast_signed());
            // Compress into a register, not into memory, and fill the rest with `index`, not with
            // zeros: the other forms are many times slower on some processors.
            let others = _mm512_mask_compress_epi32(
                index,
                bits as __mmask16,
                _mm512_loadu_si512(indices.as_ptr().cast()),
            );
            let (first, second) = (
                _mm512_min_epu32(index, others),
                _mm512_max_epu32(index, others),
            );
            let front = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            _mm512_storeu_si512(
                pairs[..8].as_mut_ptr().cast(),
                _mm512_permutex2var_epi32(first, front, second),
            );
            if bits.count_ones() > 8 {
                let back =
                    _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
                _mm512_storeu_si512(
                    pairs[8..].as_mut_ptr().cast(),
                    _mm512_permutex2var_epi32(first, back, second),
                );
            }
        }
    }
}
