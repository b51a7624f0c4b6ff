//! Lanes of AVX2.

use super::{LANES, Lanes, Numbers, Task, pack_one_by_one};
use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_castsi256_ps,
    _mm256_cmpgt_epi32, _mm256_cmpgt_epi64, _mm256_cvtepu8_epi32, _mm256_loadu_si256,
    _mm256_max_epu32, _mm256_min_epu32, _mm256_movemask_pd, _mm256_movemask_ps,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_storeu_si256,
    _mm256_unpackhi_epi32, _mm256_unpacklo_epi32,
};

processor!(
    /// Whoever has one runs on a processor with AVX2 and the instructions for single bits that came
    /// with it.
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    is_x86_feature_detected,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);

lanes!(
    Avx2, i32: [__m256i; 2], __m256i,
    load: _mm256_loadu_si256,
    splat: _mm256_set1_epi32,
    all: _mm256_set1_epi32(-1),
    at_most: |among, a, b| _mm256_andnot_si256(_mm256_cmpgt_epi32(a, b), among),
    bits: |[a, b]| bits_32(a) | bits_32(b) << 8,
    pack: pack_one_by_one,
);
lanes!(
    Avx2, i64: [__m256i; 4], __m256i,
    load: _mm256_loadu_si256,
    splat: _mm256_set1_epi64x,
    all: _mm256_set1_epi32(-1),
    at_most: |among, a, b| _mm256_andnot_si256(_mm256_cmpgt_epi64(a, b), among),
    bits: |[a, b, c, d]| bits_64(a) | bits_64(b) << 4 | bits_64(c) << 8 | bits_64(d) << 12,
    pack: pack_one_by_one,
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
    fn write_pairs(
        self,
        names: &[u32; LANES],
        bits: u32,
        name: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        let mut start = 0;
        for (names, bits) in names
            .as_chunks::<8>()
            .0
            .iter()
            .zip([bits & 0xff, bits >> 8 & 0xff])
        {
            let Some(room) = pairs[start..].first_chunk_mut::<8>() else {
                return;
            };
            start += bits.count_ones() as usize;
            // SAFETY: as in `run`; the pointers are to eight names and twice to four pairs: 32
            // bytes each.
            unsafe {
                let name = _mm256_set1_epi32(name.cast_signed());
                let front = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(FRONT[bits as usize]));
                let others =
                    _mm256_permutevar8x32_epi32(_mm256_loadu_si256(names.as_ptr().cast()), front);
                let (first, second) = (
                    _mm256_min_epu32(name, others),
                    _mm256_max_epu32(name, others),
                );
                _mm256_storeu_si256(
                    room[..4].as_mut_ptr().cast(),
                    _mm256_unpacklo_epi32(first, second),
                );
                _mm256_storeu_si256(
                    room[4..].as_mut_ptr().cast(),
                    _mm256_unpackhi_epi32(first, second),
                );
            }
        }
    }
}

/// Where the lanes of a mask go so that unpacking has them in front, one after the other: a byte
/// for each place, the number of its lane.
const FRONT: [i64; 256] = {
    // Unpacking takes two from each half of a register.
    const PLACES: [u32; 8] = [0, 1, 4, 5, 2, 3, 6, 7];
    let mut fronts = [0; 256];
    let mut mask = 0_usize;
    while mask < 256 {
        let (mut rest, mut found) = (mask, 0);
        while rest != 0 {
            fronts[mask] |= (rest.trailing_zeros() as i64) << (8 * PLACES[found]);
            rest &= rest - 1;
            found += 1;
        }
        mask += 1;
    }
    fronts
};
