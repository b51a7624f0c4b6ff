//! Lanes in SSE4.2 registers.

use core::arch::x86_64::{
    __m128, __m128d, __m128i, _mm_add_pd, _mm_add_ps, _mm_and_pd, _mm_and_ps, _mm_andnot_si128,
    _mm_castpd_si128, _mm_castps_si128, _mm_castsi128_pd, _mm_castsi128_ps, _mm_cmpgt_epi32,
    _mm_cmpgt_epi64, _mm_cmple_pd, _mm_cmple_ps, _mm_loadu_pd, _mm_loadu_ps, _mm_loadu_si128,
    _mm_max_epu32, _mm_max_pd, _mm_max_ps, _mm_min_epu32, _mm_min_pd, _mm_min_ps,
    _mm_movemask_epi8, _mm_mul_pd, _mm_mul_ps, _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi32,
    _mm_set1_epi64x, _mm_set1_pd, _mm_set1_ps, _mm_shuffle_epi8, _mm_storeu_pd, _mm_storeu_ps,
    _mm_storeu_si128, _mm_sub_pd, _mm_sub_ps, _mm_unpackhi_epi32, _mm_unpacklo_epi32,
};

use super::fours::Fours;
use super::lane::LANES;
use super::lanes::Lanes;
use super::measures::{float_measures, minus_i32, minus_i64, plain_measures};

processor!(
    /// Proof that the processor has SSE4.2 and POPCNT.
    Sse42,
    "sse4.2,popcnt",
    is_x86_feature_detected,
    ["sse4.2", "popcnt"]
);

plain_measures!(Sse42: i32 => f64, minus_i32; i64 => f64, minus_i64;);
float_measures!(
    Sse42, f32: [__m128; 4],
    minus: _mm_sub_ps, plus: _mm_add_ps, times: _mm_mul_ps,
    greater: _mm_max_ps, lesser: _mm_min_ps, store: _mm_storeu_ps,
);
float_measures!(
    Sse42, f64: [__m128d; 8],
    minus: _mm_sub_pd, plus: _mm_add_pd, times: _mm_mul_pd,
    greater: _mm_max_pd, lesser: _mm_min_pd, store: _mm_storeu_pd,
);
lanes!(
    Sse42, i32: [__m128i; 4], __m128i,
    load: _mm_loadu_si128,
    splat: _mm_set1_epi32,
    all: _mm_set1_epi32(-1),
    at_most: |among, a, b| _mm_andnot_si128(_mm_cmpgt_epi32(a, b), among),
    bits: |masks| bits(masks),
);
lanes!(
    Sse42, i64: [__m128i; 8], __m128i,
    load: _mm_loadu_si128,
    splat: _mm_set1_epi64x,
    all: _mm_set1_epi32(-1),
    at_most: |among, a, b| _mm_andnot_si128(_mm_cmpgt_epi64(a, b), among),
    bits: |[a, b, c, d, e, f, g, h]| bits([
        _mm_packs_epi32(a, b),
        _mm_packs_epi32(c, d),
        _mm_packs_epi32(e, f),
        _mm_packs_epi32(g, h),
    ]),
);

lanes!(
    Sse42, f32: [__m128; 4], __m128,
    load: _mm_loadu_ps,
    splat: _mm_set1_ps,
    all: _mm_castsi128_ps(_mm_set1_epi32(-1)),
    at_most: |among, a, b| _mm_and_ps(among, _mm_cmple_ps(a, b)),
    bits: |masks| bits(masks.map(|mask| _mm_castps_si128(mask))),
);
lanes!(
    Sse42, f64: [__m128d; 8], __m128d,
    load: _mm_loadu_pd,
    splat: _mm_set1_pd,
    all: _mm_castsi128_pd(_mm_set1_epi32(-1)),
    at_most: |among, a, b| _mm_and_pd(among, _mm_cmple_pd(a, b)),
    bits: |masks| {
        let [a, b, c, d, e, f, g, h] = masks.map(|mask| _mm_castpd_si128(mask));
        bits([
            _mm_packs_epi32(a, b),
            _mm_packs_epi32(c, d),
            _mm_packs_epi32(e, f),
            _mm_packs_epi32(g, h),
        ])
    },
);

/// One bit for each of sixteen 32-bit lanes.
#[target_feature(enable = "sse4.2")]
#[inline]
fn bits([a, b, c, d]: [__m128i; 4]) -> u32 {
    _mm_movemask_epi8(_mm_packs_epi16(
        _mm_packs_epi32(a, b),
        _mm_packs_epi32(c, d),
    ))
    .cast_unsigned()
}

impl Fours for Sse42 {
    #[inline(always)]
    fn write_four(
        self,
        indices: &[u32; 4],
        order: &[[u8; 4]; 4],
        index: u32,
        pairs: &mut [[u32; 2]; 4],
    ) {
        // SAFETY: `self` proves that the processor has the instructions. The loads and stores take
        // any address, and each touches 16 bytes: four indices, the bytes of `order`, and twice two
        // of the four pairs.
        unsafe {
            let index = _mm_set1_epi32(index.cast_signed());
            let others = _mm_shuffle_epi8(
                _mm_loadu_si128(indices.as_ptr().cast()),
                _mm_loadu_si128(order.as_ptr().cast()),
            );
            let (first, second) = (_mm_min_epu32(index, others), _mm_max_epu32(index, others));
            _mm_storeu_si128(
                pairs[..2].as_mut_ptr().cast(),
                _mm_unpacklo_epi32(first, second),
            );
            _mm_storeu_si128(
                pairs[2..].as_mut_ptr().cast(),
                _mm_unpackhi_epi32(first, second),
            );
        }
    }
}
