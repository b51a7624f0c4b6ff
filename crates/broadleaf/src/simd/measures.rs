//! Measures in sixteen lanes: differences, products, minima and maxima.

use super::lane::{LANES, Lane};
use super::lanes::Lanes;

/// Operations on sixteen measures. Each is the operation of IEEE 754 on single numbers, so all
/// paths compute the same bits.
pub trait Measures<K: Lane>: Lanes<K> {
    type Reals: Copy;

    /// The same measure in every lane.
    fn real(self, real: K::Real) -> Self::Reals;

    /// The numbers of a column minus one number, rounded once.
    fn column_minus(self, column: &K::Column, number: K) -> Self::Reals;

    /// One number minus the numbers of a column, rounded once.
    fn minus_column(self, number: K, column: &K::Column) -> Self::Reals;

    fn plus(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;

    fn times(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;

    /// The greater of both; `b` if `a` is NaN.
    fn greater(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;

    /// The lesser of both; `b` if `a` is NaN.
    fn lesser(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;

    /// The lanes in which `a <= b`, as bits.
    fn reals_at_most(self, a: Self::Reals, b: Self::Reals) -> u32;

    fn load_reals(self, reals: &[K::Real; LANES]) -> Self::Reals;

    fn store(self, reals: Self::Reals) -> [K::Real; LANES];

    /// The least measure in the lanes in `bits`, and its first lane. There must be at least one
    /// lane, and no NaN.
    #[inline(always)]
    fn least(self, reals: Self::Reals, bits: u32) -> (K::Real, usize) {
        least_one_by_one(self.store(reals), bits)
    }
}

/// [`Measures::least`] without special instructions.
#[inline(always)]
pub(super) fn least_one_by_one<R: Copy + PartialOrd>(
    reals: [R; LANES],
    mut bits: u32,
) -> (R, usize) {
    let mut lane = bits.trailing_zeros() as usize % LANES;
    let mut least = reals[lane];
    bits &= bits.wrapping_sub(1);
    while bits != 0 {
        let other = bits.trailing_zeros() as usize % LANES;
        lane = if reals[other] < least { other } else { lane };
        least = reals[lane];
        bits &= bits - 1;
    }
    (least, lane)
}

/// Implements [`Measures`] for integers, lane by lane.
macro_rules! plain_measures {
    ($Path:ty: $($key:ty => $real:ty, $minus:expr;)*) => { $(
        impl $crate::simd::measures::Measures<$key> for $Path {
            type Reals = [$real; LANES];

            #[inline(always)]
            fn real(self, real: $real) -> Self::Reals {
                [real; LANES]
            }

            #[inline(always)]
            fn column_minus(self, column: &<$key as $crate::simd::lane::Lane>::Column, number: $key) -> Self::Reals {
                let minus: fn($key, $key) -> $real = $minus;
                <$key as $crate::simd::lane::Lane>::read(column).map(|x| minus(x, number))
            }

            #[inline(always)]
            fn minus_column(self, number: $key, column: &<$key as $crate::simd::lane::Lane>::Column) -> Self::Reals {
                let minus: fn($key, $key) -> $real = $minus;
                <$key as $crate::simd::lane::Lane>::read(column).map(|x| minus(number, x))
            }

            #[inline(always)]
            fn plus(self, a: Self::Reals, b: Self::Reals) -> Self::Reals {
                core::array::from_fn(|lane| a[lane] + b[lane])
            }

            #[inline(always)]
            fn times(self, a: Self::Reals, b: Self::Reals) -> Self::Reals {
                core::array::from_fn(|lane| a[lane] * b[lane])
            }

            #[inline(always)]
            fn greater(self, a: Self::Reals, b: Self::Reals) -> Self::Reals {
                core::array::from_fn(|lane| if a[lane] > b[lane] { a[lane] } else { b[lane] })
            }

            #[inline(always)]
            fn lesser(self, a: Self::Reals, b: Self::Reals) -> Self::Reals {
                core::array::from_fn(|lane| if a[lane] < b[lane] { a[lane] } else { b[lane] })
            }

            #[inline(always)]
            fn reals_at_most(self, a: Self::Reals, b: Self::Reals) -> u32 {
                (0..LANES).fold(0, |bits, lane| bits | u32::from(a[lane] <= b[lane]) << lane)
            }

            #[inline(always)]
            fn load_reals(self, reals: &[$real; LANES]) -> Self::Reals {
                *reals
            }

            #[inline(always)]
            fn store(self, reals: Self::Reals) -> [$real; LANES] {
                reals
            }
        }
    )* };
}
pub(super) use plain_measures;

/// The exact difference, rounded once.
#[inline(always)]
pub(super) fn minus_i32(a: i32, b: i32) -> f64 {
    (i64::from(a) - i64::from(b)) as f64
}

/// The exact difference, rounded once.
#[inline(always)]
pub(super) fn minus_i64(a: i64, b: i64) -> f64 {
    match a.checked_sub(b) {
        Some(difference) => difference as f64,
        None => (i128::from(a) - i128::from(b)) as f64,
    }
}

/// Implements [`Measures`] for floats in registers.
///
/// `$minus` to `$lesser` are intrinsics for one register. `$greater` and `$lesser` return their
/// second argument if the first is NaN. `$least`, optional, is a function.
macro_rules! float_measures {
    (
        $Path:ty, $float:ty: [$register:ty; $registers:literal],
        minus: $minus:ident, plus: $plus:ident, times: $times:ident,
        greater: $greater:ident, lesser: $lesser:ident, store: $store:ident,
        $(least: $least:ident,)?
    ) => {
        impl $crate::simd::measures::Measures<$float> for $Path {
            type Reals = [$register; $registers];

            #[inline(always)]
            fn real(self, real: $float) -> Self::Reals {
                Lanes::<$float>::splat(self, real)
            }

            #[inline(always)]
            fn column_minus(self, column: &[[u8; size_of::<$float>()]; LANES], number: $float) -> Self::Reals {
                let (mut a, b) = (Lanes::<$float>::load_column(self, column), Lanes::<$float>::splat(self, number));
                for (a, b) in a.iter_mut().zip(b) {
                    // SAFETY: `self` proves that the processor has the instruction, which uses no
                    // memory.
                    *a = unsafe { $minus(*a, b) };
                }
                a
            }

            #[inline(always)]
            fn minus_column(self, number: $float, column: &[[u8; size_of::<$float>()]; LANES]) -> Self::Reals {
                let (mut a, b) = (Lanes::<$float>::splat(self, number), Lanes::<$float>::load_column(self, column));
                for (a, b) in a.iter_mut().zip(b) {
                    // SAFETY: `self` proves that the processor has the instruction, which uses no
                    // memory.
                    *a = unsafe { $minus(*a, b) };
                }
                a
            }

            float_measures!(@ plus, $plus);
            float_measures!(@ times, $times);
            float_measures!(@ greater, $greater);
            float_measures!(@ lesser, $lesser);

            #[inline(always)]
            fn reals_at_most(self, a: Self::Reals, b: Self::Reals) -> u32 {
                let among = Lanes::<$float>::all(self);
                Lanes::<$float>::bits(self, Lanes::<$float>::at_most(self, among, a, b))
            }

            #[inline(always)]
            fn load_reals(self, reals: &[$float; LANES]) -> Self::Reals {
                Lanes::<$float>::load(self, reals)
            }

            #[inline(always)]
            fn store(self, reals: Self::Reals) -> [$float; LANES] {
                const NUMBERS: usize = LANES / $registers;
                const { assert!(size_of::<$register>() == size_of::<[$float; NUMBERS]>()) }
                let mut stored = [0.0; LANES];
                for (numbers, register) in stored.as_chunks_mut::<NUMBERS>().0.iter_mut().zip(reals) {
                    // SAFETY: `self` proves that the processor has the instruction. It writes one
                    // register to any address, and `numbers` is as large as a register.
                    unsafe { $store(numbers.as_mut_ptr().cast(), register) };
                }
                stored
            }

            $(
                #[inline(always)]
                fn least(self, reals: Self::Reals, bits: u32) -> ($float, usize) {
                    if bits.count_ones() <= $crate::simd::tuning::FEW_LANES {
                        return $crate::simd::measures::least_one_by_one(
                            $crate::simd::measures::Measures::<$float>::store(self, reals), bits);
                    }
                    // SAFETY: `self` proves that the processor has the instructions that `$least`
                    // is compiled for. `$least` has no other condition: it takes values.
                    unsafe { $least(reals, bits) }
                }
            )?
        }
    };
    (@ $name:ident, $intrinsic:ident) => {
        #[inline(always)]
        fn $name(self, mut a: Self::Reals, b: Self::Reals) -> Self::Reals {
            for (a, b) in a.iter_mut().zip(b) {
                // SAFETY: `self` proves that the processor has the instruction, which uses no
                // memory.
                *a = unsafe { $intrinsic(*a, b) };
            }
            a
        }
    };
}
pub(super) use float_measures;
