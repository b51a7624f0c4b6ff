//! Lanes in SSE4.2 registers.

use core::arch::x86_64::{
    __m128i, _mm_andnot_si128, _mm_cmpgt_epi32, _mm_cmpgt_epi64, _mm_loadu_si128, _mm_max_epu32,
    _mm_min_epu32, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi32,
    _mm_set1_epi64x, _mm_shuffle_epi8, _mm_storeu_si128, _mm_unpackhi_epi32, _mm_unpacklo_epi32,
};

use super::fours::Fours;
use super::lanes::{LANES, Lanes, pack_one_by_one};

processor!(
    /// Proof that the processor has SSE4.2 and the instruction for counting bits.
    Sse42,
    "sse4.2,popcnt",
    is_x86_feature_detected,
    ["sse4.2", "popcnt"]
);

lanes!(
    Sse42, i32: [__m128i; 4], __m128i,
    load: _mm_loadu_si128,
    splat: _mm_set1_epi32,
    all: _mm_set1_epi32(-1),
    at_most: |among, a, b| _mm_andnot_si128(_mm_cmpgt_epi32(a, b), among),
    bits: |masks| bits(masks),
    pack: pack_one_by_one,
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
    pack: pack_one_by_one,
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
