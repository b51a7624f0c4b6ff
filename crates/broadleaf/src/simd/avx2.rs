//! Lanes in AVX2 registers.

use core::arch::x86_64::{
    __m256, __m256d, __m256i, _CMP_LE_OQ, _mm_cvtsi64_si128, _mm256_add_pd, _mm256_add_ps,
    _mm256_and_pd, _mm256_and_ps, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_pd,
    _mm256_castsi256_ps, _mm256_cmp_pd, _mm256_cmp_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32,
    _mm256_cmpgt_epi64, _mm256_cvtepu8_epi32, _mm256_loadu_pd, _mm256_loadu_ps, _mm256_loadu_si256,
    _mm256_max_epu32, _mm256_max_pd, _mm256_max_ps, _mm256_min_epu32, _mm256_min_pd, _mm256_min_ps,
    _mm256_movemask_pd, _mm256_movemask_ps, _mm256_mul_pd, _mm256_mul_ps,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_set1_pd,
    _mm256_set1_ps, _mm256_setzero_si256, _mm256_storeu_pd, _mm256_storeu_ps, _mm256_storeu_si256,
    _mm256_sub_pd, _mm256_sub_ps, _mm256_unpackhi_epi32, _mm256_unpacklo_epi32,
};

use super::lane::LANES;
use super::lanes::{Lanes, Numbers};
use super::measures::{float_measures, minus_i32, minus_i64, plain_measures};

processor!(
    /// Proof that the processor has AVX2 and the bit manipulation instructions of its generation.
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    is_x86_feature_detected,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);

plain_measures!(Avx2: i32 => f64, minus_i32; i64 => f64, minus_i64;);
float_measures!(
    Avx2, f32: [__m256; 2],
    minus: _mm256_sub_ps, plus: _mm256_add_ps, times: _mm256_mul_ps,
    greater: _mm256_max_ps, lesser: _mm256_min_ps, store: _mm256_storeu_ps,
);
float_measures!(
    Avx2, f64: [__m256d; 4],
    minus: _mm256_sub_pd, plus: _mm256_add_pd, times: _mm256_mul_pd,
    greater: _mm256_max_pd, lesser: _mm256_min_pd, store: _mm256_storeu_pd,
);
lanes!(
    Avx2, i32: [__m256i; 2], __m256i,
    load: _mm256_loadu_si256,
    splat: _mm256_set1_epi32,
    all: _mm256_set1_epi32(-1),
    at_most: |among, a, b| _mm256_andnot_si256(_mm256_cmpgt_epi32(a, b), among),
    bits: |[a, b]| bits_32(a) | bits_32(b) << 8,
);
lanes!(
    Avx2, i64: [__m256i; 4], __m256i,
    load: _mm256_loadu_si256,
    splat: _mm256_set1_epi64x,
    all: _mm256_set1_epi32(-1),
    at_most: |among, a, b| _mm256_andnot_si256(_mm256_cmpgt_epi64(a, b), among),
    bits: |[a, b, c, d]| bits_64(a) | bits_64(b) << 4 | bits_64(c) << 8 | bits_64(d) << 12,
);

lanes!(
    Avx2, f32: [__m256; 2], __m256,
    load: _mm256_loadu_ps,
    splat: _mm256_set1_ps,
    all: _mm256_castsi256_ps(_mm256_set1_epi32(-1)),
    at_most: |among, a, b| _mm256_and_ps(among, _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)),
    bits: |[a, b]| (_mm256_movemask_ps(a) | _mm256_movemask_ps(b) << 8).cast_unsigned(),
);
lanes!(
    Avx2, f64: [__m256d; 4], __m256d,
    load: _mm256_loadu_pd,
    splat: _mm256_set1_pd,
    all: _mm256_castsi256_pd(_mm256_set1_epi32(-1)),
    at_most: |among, a, b| _mm256_and_pd(among, _mm256_cmp_pd::<_CMP_LE_OQ>(a, b)),
    bits: |masks| {
        let [a, b, c, d] = masks.map(|mask| _mm256_movemask_pd(mask).cast_unsigned());
        a | b << 4 | c << 8 | d << 12
    },
);

#[target_feature(enable = "avx2")]
#[inline]
fn bits_32(mask: __m256i) -> u32 {
    _mm256_movemask_ps(_mm256_castsi256_ps(mask)).cast_unsigned()
}

#[target_feature(enable = "avx2")]
#[inline]
fn bits_64(mask: __m256i) -> u32 {
    _mm256_movemask_pd(_mm256_castsi256_pd(mask)).cast_unsigned()
}

impl Numbers for Avx2 {
    #[inline(always)]
    fn equal(self, numbers: &[u32; LANES], other: u32) -> u32 {
        let mut bits = 0;
        for (half, eight) in (0..).zip(numbers.as_chunks::<8>().0) {
            // SAFETY: `self` proves that the processor has the instructions. The load takes any
            // address and reads 32 bytes: eight numbers.
            let equal = unsafe {
                let eight = _mm256_loadu_si256(eight.as_ptr().cast());
                let other = _mm256_set1_epi32(other.cast_signed());
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(eight, other)))
            };
            bits |= equal.cast_unsigned() << (8 * half);
        }
        bits
    }

    #[inline(always)]
    fn common(self, numbers: &[u32; LANES], other: u32) -> u32 {
        let mut bits = 0;
        for (half, eight) in (0..).zip(numbers.as_chunks::<8>().0) {
            // SAFETY: `self` proves that the processor has the instructions. The load takes any
            // address and reads 32 bytes: eight numbers.
            let none = unsafe {
                let eight = _mm256_loadu_si256(eight.as_ptr().cast());
                let common = _mm256_and_si256(eight, _mm256_set1_epi32(other.cast_signed()));
                bits_32(_mm256_cmpeq_epi32(common, _mm256_setzero_si256()))
            };
            bits |= (none ^ 0xff) << (8 * half);
        }
        bits
    }

    #[inline(always)]
    fn write_pairs(
        self,
        indices: &[u32; LANES],
        bits: u32,
        index: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        let mut len = 0;
        for (indices, bits) in indices
            .as_chunks::<8>()
            .0
            .iter()
            .zip([bits & 0xff, bits >> 8 & 0xff])
        {
            let Some(target) = pairs[len..].first_chunk_mut::<8>() else {
                return;
            };
            len += bits.count_ones() as usize;
            // SAFETY: `self` proves that the processor has the instructions. The loads and stores
            // take any address, and each touches 32 bytes: eight indices, and twice four of the
            // eight pairs of `target`.
            unsafe {
                let index = _mm256_set1_epi32(index.cast_signed());
                let front = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(FRONTS[bits as usize]));
                let others =
                    _mm256_permutevar8x32_epi32(_mm256_loadu_si256(indices.as_ptr().cast()), front);
                let (first, second) = (
                    _mm256_min_epu32(index, others),
                    _mm256_max_epu32(index, others),
                );
                _mm256_storeu_si256(
                    target[..4].as_mut_ptr().cast(),
                    _mm256_unpacklo_epi32(first, second),
                );
                _mm256_storeu_si256(
                    target[4..].as_mut_ptr().cast(),
                    _mm256_unpackhi_epi32(first, second),
                );
            }
        }
    }
}

/// For each mask of eight lanes, a permutation: byte `i` is the lane that moves to position `i`.
/// After the permutation, unpacking leaves the lanes of the mask at the front, in order.
const FRONTS: [i64; 256] = {
    // Unpacking takes two lanes from each half of a register.
    const POSITIONS: [u32; 8] = [0, 1, 4, 5, 2, 3, 6, 7];
    let mut fronts = [0; 256];
    let mut mask = 0_usize;
    while mask < 256 {
        let (mut rest, mut count) = (mask, 0);
        while rest != 0 {
            fronts[mask] |= (rest.trailing_zeros() as i64) << (8 * POSITIONS[count]);
            rest &= rest - 1;
            count += 1;
        }
        mask += 1;
    }
    fronts
};
