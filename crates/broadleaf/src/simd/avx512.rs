//! Lanes of AVX-512.

use core::arch::x86_64::{
    __m512i, __mmask8, __mmask16, _mm512_cmplt_epu32_mask, _mm512_loadu_si512, _mm512_mask_cmple_epi32_mask, _mm512_mask_cmple_epi64_mask,
    _mm512_mask_compress_epi32, _mm512_mask_compress_epi64, _mm512_max_epu32, _mm512_min_epu32, _mm512_permutex2var_epi32,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setr_epi32, _mm512_setr_epi64, _mm512_storeu_si512,
};

use super::{LANES, Lanes, Numbers, Task};

processor!(
    /// Whoever has one runs on a processor with AVX-512 and all that came before.
    Avx512,
    "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt",
    ["avx512f", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);

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

    #[expect(clippy::cast_possible_truncation, reason = "there are sixteen bits")]
    #[inline(always)]
    fn pack(self, from: &[i32; LANES], bits: u32, to: &mut [i32; LANES]) {
        // SAFETY: as in `run`; both pointers are to 64 bytes.
        unsafe {
            let keys = _mm512_loadu_si512(from.as_ptr().cast());
            _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_mask_compress_epi32(keys, bits as __mmask16, keys));
        }
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

    #[expect(clippy::cast_possible_truncation, reason = "there are eight bits")]
    #[inline(always)]
    fn pack(self, from: &[i64; LANES], bits: u32, to: &mut [i64; LANES]) {
        let mut start = 0;
        for (keys, bits) in from.as_chunks::<8>().0.iter().zip([bits & 0xff, bits >> 8 & 0xff]) {
            let Some(room) = to[start..].first_chunk_mut::<8>() else { return };
            start += bits.count_ones() as usize;
            // SAFETY: as in `run`; both pointers are to 64 bytes.
            unsafe {
                let keys = _mm512_loadu_si512(keys.as_ptr().cast());
                _mm512_storeu_si512(room.as_mut_ptr().cast(), _mm512_mask_compress_epi64(keys, bits as __mmask8, keys));
            }
        }
    }
}

impl Numbers for Avx512 {
    #[inline(always)]
    fn count_less(self, numbers: &[u32; LANES], than: u32) -> usize {
        // SAFETY: as in `run`; the pointer is to sixteen numbers.
        let less = unsafe { _mm512_cmplt_epu32_mask(_mm512_loadu_si512(numbers.as_ptr().cast()), _mm512_set1_epi32(than.cast_signed())) };
        less.count_ones() as usize
    }

    #[inline(always)]
    fn pack_numbers(self, from: &[u32; LANES], bits: u32, to: &mut [u32; LANES]) {
        let mut packed = [0; LANES];
        self.pack(&from.map(u32::cast_signed), bits, &mut packed);
        *to = packed.map(i32::cast_unsigned);
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are sixteen bits")]
    #[inline(always)]
    fn write_pairs(self, names: &[u32; LANES], bits: u32, name: u32, pairs: &mut [[u32; 2]; LANES]) {
        // SAFETY: as in `run`; both pointers are to 64 bytes: sixteen names, eight pairs.
        unsafe {
            let name = _mm512_set1_epi32(name.cast_signed());
            // The names at the front, and into a register: on some processors it is many times slower into memory, or with zeros behind.
            let others = _mm512_mask_compress_epi32(name, bits as __mmask16, _mm512_loadu_si512(names.as_ptr().cast()));
            let (first, second) = (_mm512_min_epu32(name, others), _mm512_max_epu32(name, others));
            let front = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            _mm512_storeu_si512(pairs[..8].as_mut_ptr().cast(), _mm512_permutex2var_epi32(first, front, second));
            if bits.count_ones() > 8 {
                let back = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
                _mm512_storeu_si512(pairs[8..].as_mut_ptr().cast(), _mm512_permutex2var_epi32(first, back, second));
            }
        }
    }
}
