//! Sixteen lanes in several registers.

/// Implements [`Lanes`](super::lanes::Lanes) for one key type and one instruction set.
///
/// * `$path`, `$key: [$register; $registers], $mask`: the proof type, the key, the type and number
///   of registers that hold sixteen keys, and the type of one register's mask;
/// * `load`, `splat`: intrinsics that fill one register from a pointer or with one key;
/// * `all`: the mask of all lanes of a register;
/// * `at_most`: the mask of the lanes of `$among` in which `$a <= $b`, in one register;
/// * `bits`: the masks of all registers as sixteen bits.
///
/// For example, `lanes!(Avx2, i32: [__m256i; 2], __m256i, …)` in `avx2.rs` expands to
///
/// ```text
/// impl Lanes<i32> for Avx2 {
///     type Keys = [__m256i; 2];
///     type Mask = [__m256i; 2];
///
///     fn load(self, keys: &[i32; 16]) -> [__m256i; 2] {
///         let mut loaded = Lanes::<i32>::splat(self, i32::default());
///         for (register, keys) in loaded.iter_mut().zip(keys.as_chunks::<8>().0) {
///             *register = unsafe { _mm256_loadu_si256(keys.as_ptr().cast()) };
///         }
///         loaded
///     }
///
///     fn load_column(self, column: &[[u8; 4]; 16]) -> [__m256i; 2] {
///         let mut loaded = Lanes::<i32>::splat(self, i32::default());
///         for (register, numbers) in loaded.iter_mut().zip(column.as_chunks::<8>().0) {
///             *register = unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) };
///         }
///         loaded
///     }
///
///     fn splat(self, key: i32) -> [__m256i; 2] {
///         unsafe { [_mm256_set1_epi32(key); 2] }
///     }
///
///     fn all(self) -> [__m256i; 2] {
///         unsafe { [_mm256_set1_epi32(-1); 2] }
///     }
///
///     fn at_most(
///         self,
///         mut among: [__m256i; 2],
///         a: [__m256i; 2],
///         b: [__m256i; 2],
///     ) -> [__m256i; 2] {
///         for (mask, (a, b)) in among.iter_mut().zip(a.into_iter().zip(b)) {
///             let among = *mask;
///             *mask = unsafe { _mm256_andnot_si256(_mm256_cmpgt_epi32(a, b), among) };
///         }
///         among
///     }
///
///     fn bits(self, [a, b]: [__m256i; 2]) -> u32 {
///         unsafe { bits_32(a) | bits_32(b) << 8 }
///     }
///
///     fn pack(self, from: &[i32; 16], bits: u32, to: &mut [i32; 16]) {
///         unsafe { pack_one_by_one(from, bits, to) }
///     }
/// }
/// ```
macro_rules! lanes {
    (
        $path:ident, $key:ty: [$register:ty; $registers:literal], $mask:ty,
        load: $load:ident,
        splat: $splat:ident,
        all: $all:expr,
        at_most: |$among:ident, $a:ident, $b:ident| $at_most:expr,
        bits: |$masks:pat_param| $bits:expr,
    ) => {
        #[allow(unused_unsafe, reason = "some of the arguments are safe code")]
        impl $crate::simd::lanes::Lanes<$key> for $path {
            type Keys = [$register; $registers];
            type Mask = [$mask; $registers];

            #[inline(always)]
            fn load(self, keys: &[$key; LANES]) -> Self::Keys {
                const KEYS: usize = LANES / $registers;
                const { assert!(size_of::<$register>() == size_of::<[$key; KEYS]>()) }
                let mut loaded = Lanes::<$key>::splat(self, <$key>::default());
                for (register, keys) in loaded.iter_mut().zip(keys.as_chunks::<KEYS>().0) {
                    // SAFETY: `self` proves that the processor has the instruction. It reads one
                    // register from any address, and `keys` is as large as a register: see the
                    // assertion above.
                    *register = unsafe { $load(keys.as_ptr().cast()) };
                }
                loaded
            }

            #[inline(always)]
            fn load_column(self, column: &[[u8; size_of::<$key>()]; LANES]) -> Self::Keys {
                const NUMBERS: usize = LANES / $registers;
                const { assert!(size_of::<$register>() == size_of::<[$key; NUMBERS]>()) }
                let mut loaded = Lanes::<$key>::splat(self, <$key>::default());
                for (register, numbers) in loaded.iter_mut().zip(column.as_chunks::<NUMBERS>().0) {
                    // SAFETY: `self` proves that the processor has the instruction. It reads one
                    // register from any address, and `numbers` is as large as a register. The bytes
                    // are little-endian, and so are all processors with these instructions.
                    *register = unsafe { $load(numbers.as_ptr().cast()) };
                }
                loaded
            }

            #[inline(always)]
            fn splat(self, key: $key) -> Self::Keys {
                // SAFETY: `self` proves that the processor has the instruction, which uses no
                // memory.
                unsafe { [$splat(key); $registers] }
            }

            #[inline(always)]
            fn all(self) -> Self::Mask {
                // SAFETY: `self` proves that the processor has the instruction, which uses no
                // memory.
                unsafe { [$all; $registers] }
            }

            #[inline(always)]
            fn at_most(self, mut among: Self::Mask, a: Self::Keys, b: Self::Keys) -> Self::Mask {
                for (mask, ($a, $b)) in among.iter_mut().zip(a.into_iter().zip(b)) {
                    let $among = *mask;
                    // SAFETY: `self` proves that the processor has the instructions, which use no
                    // memory.
                    *mask = unsafe { $at_most };
                }
                among
            }

            #[inline(always)]
            fn bits(self, $masks: Self::Mask) -> u32 {
                // SAFETY: `self` proves that the processor has the instructions, which use no
                // memory.
                unsafe { $bits }
            }
        }
    };
}
