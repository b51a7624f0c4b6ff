//! Lanes of AVX2.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_castsi256_ps, _mm256_cmpgt_epi32, _mm256_cmpgt_epi64,
    _mm256_cvtepu8_epi32, _mm256_loadu_si256, _mm256_max_epu32, _mm256_min_epu32, _mm256_movemask_pd, _mm256_movemask_ps,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi32, _mm256_setr_epi64x, _mm256_storeu_si256,
    _mm256_unpackhi_epi32, _mm256_unpacklo_epi32,
};

use super::{LANES, Lanes, Numbers, Task};

processor!(
    /// Whoever has one runs on a processor with AVX2 and the instructions for single bits that came with it.
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);

macro_rules! lanes {
    ($key:ty, $registers:literal, $set:ident, $splat:ident, $greater:ident, $cast:ident, $bits:ident) => {
        impl Lanes<$key> for Avx2 {
            type Keys = [__m256i; $registers];
            type Mask = [__m256i; $registers];

            #[inline(always)]
            fn load(self, keys: &[$key; LANES]) -> [__m256i; $registers] {
                let mut loaded = Lanes::<$key>::splat(self, 0);
                for (register, keys) in loaded.iter_mut().zip(keys.as_chunks::<{ LANES / $registers }>().0) {
                    *register = $set(self, keys);
                }
                loaded
            }

            #[inline(always)]
            fn splat(self, key: $key) -> [__m256i; $registers] {
                // SAFETY: as in `run`.
                unsafe { [$splat(key); $registers] }
            }

            #[inline(always)]
            fn all(self) -> [__m256i; $registers] {
                Lanes::<$key>::splat(self, -1)
            }

            #[inline(always)]
            fn at_most(
                self,
                mut among: [__m256i; $registers],
                a: [__m256i; $registers],
                b: [__m256i; $registers],
            ) -> [__m256i; $registers] {
                for (mask, (a, b)) in among.iter_mut().zip(a.into_iter().zip(b)) {
                    // SAFETY: as in `run`.
                    *mask = unsafe { _mm256_andnot_si256($greater(a, b), *mask) };
                }
                among
            }

            #[inline(always)]
            fn bits(self, mask: [__m256i; $registers]) -> u32 {
                let mut bits = 0;
                for (number, mask) in mask.into_iter().enumerate() {
                    // SAFETY: as in `run`.
                    let of_register = unsafe { $bits($cast(mask)) }.cast_unsigned();
                    bits |= of_register << (number * LANES / $registers);
                }
                bits
            }

            #[inline(always)]
            fn pack(self, from: &[$key; LANES], bits: u32, to: &mut [$key; LANES]) {
                super::pack_one_by_one(from, bits, to);
            }
        }
    };
}
lanes!(i32, 2, set_i32, _mm256_set1_epi32, _mm256_cmpgt_epi32, _mm256_castsi256_ps, _mm256_movemask_ps);
lanes!(i64, 4, set_i64, _mm256_set1_epi64x, _mm256_cmpgt_epi64, _mm256_castsi256_pd, _mm256_movemask_pd);

#[inline(always)]
fn set_i32(_: Avx2, &[a, b, c, d, e, f, g, h]: &[i32; 8]) -> __m256i {
    // SAFETY: as in `run`.
    unsafe { _mm256_setr_epi32(a, b, c, d, e, f, g, h) }
}

#[inline(always)]
fn set_i64(_: Avx2, &[a, b, c, d]: &[i64; 4]) -> __m256i {
    // SAFETY: as in `run`.
    unsafe { _mm256_setr_epi64x(a, b, c, d) }
}

impl Numbers for Avx2 {
    #[inline(always)]
    fn write_pairs(self, names: &[u32; LANES], bits: u32, name: u32, pairs: &mut [[u32; 2]; LANES]) {
        let mut start = 0;
        for (names, bits) in names.as_chunks::<8>().0.iter().zip([bits & 0xff, bits >> 8 & 0xff]) {
            let Some(room) = pairs[start..].first_chunk_mut::<8>() else { return };
            start += bits.count_ones() as usize;
            // SAFETY: as in `run`; the pointers are to eight names and twice to four pairs: 32 bytes each.
            unsafe {
                let name = _mm256_set1_epi32(name.cast_signed());
                let front = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(FRONT[bits as usize]));
                let others = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(names.as_ptr().cast()), front);
                let (first, second) = (_mm256_min_epu32(name, others), _mm256_max_epu32(name, others));
                _mm256_storeu_si256(room[..4].as_mut_ptr().cast(), _mm256_unpacklo_epi32(first, second));
                _mm256_storeu_si256(room[4..].as_mut_ptr().cast(), _mm256_unpackhi_epi32(first, second));
            }
        }
    }
}

/// Where the lanes of a mask go so that unpacking has them in front, one after the other: a byte for each place, the number of its lane.
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
