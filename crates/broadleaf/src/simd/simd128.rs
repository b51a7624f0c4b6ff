//! Lanes in the registers of WebAssembly.
//!
//! An engine validates a module before it runs it, and refuses instructions that it does not have.
//! So these intrinsics are safe, except those that take addresses.

#![expect(
    unused_unsafe,
    reason = "of the instructions, only loads and stores are unsafe here"
)]

use core::arch::wasm32::{
    f32x4_add, f32x4_le, f32x4_mul, f32x4_pmax, f32x4_pmin, f32x4_splat, f32x4_sub, f64x2_add,
    f64x2_le, f64x2_mul, f64x2_pmax, f64x2_pmin, f64x2_splat, f64x2_sub, i8x16_bitmask,
    i8x16_narrow_i16x8, i8x16_swizzle, i16x8_narrow_i32x4, i32x4_gt, i32x4_shuffle, i32x4_splat,
    i64x2_gt, i64x2_splat, u32x4_max, u32x4_min, v128, v128_and, v128_andnot, v128_load,
    v128_store,
};

use super::fours::Fours;
use super::lane::LANES;
use super::lanes::Lanes;
use super::measures::{float_measures, minus_i32, minus_i64, plain_measures};

processor!(
    /// Proof that the module is compiled with `simd128`. An engine without it refuses the module,
    /// so no detection is needed.
    Simd128,
    "simd128"
);

plain_measures!(Simd128: i32 => f64, minus_i32; i64 => f64, minus_i64;);
float_measures!(
    Simd128, f32: [v128; 4],
    minus: f32x4_sub, plus: f32x4_add, times: f32x4_mul,
    greater: greater_f32, lesser: lesser_f32, store: v128_store,
);
float_measures!(
    Simd128, f64: [v128; 8],
    minus: f64x2_sub, plus: f64x2_add, times: f64x2_mul,
    greater: greater_f64, lesser: lesser_f64, store: v128_store,
);
lanes!(
    Simd128, i32: [v128; 4], v128,
    load: v128_load,
    splat: i32x4_splat,
    all: i32x4_splat(-1),
    at_most: |among, a, b| v128_andnot(among, i32x4_gt(a, b)),
    bits: |masks| bits(masks),
);
lanes!(
    Simd128, i64: [v128; 8], v128,
    load: v128_load,
    splat: i64x2_splat,
    all: i32x4_splat(-1),
    at_most: |among, a, b| v128_andnot(among, i64x2_gt(a, b)),
    bits: |masks| bits_64(masks),
);

lanes!(
    Simd128, f32: [v128; 4], v128,
    load: v128_load,
    splat: f32x4_splat,
    all: i32x4_splat(-1),
    at_most: |among, a, b| v128_and(among, f32x4_le(a, b)),
    bits: |masks| bits(masks),
);
lanes!(
    Simd128, f64: [v128; 8], v128,
    load: v128_load,
    splat: f64x2_splat,
    all: i32x4_splat(-1),
    at_most: |among, a, b| v128_and(among, f64x2_le(a, b)),
    bits: |masks| bits_64(masks),
);

/// One bit for each of sixteen 32-bit lanes.
#[inline(always)]
fn bits([a, b, c, d]: [v128; 4]) -> u32 {
    i8x16_bitmask(i8x16_narrow_i16x8(
        i16x8_narrow_i32x4(a, b),
        i16x8_narrow_i32x4(c, d),
    ))
    .into()
}

/// One bit for each of sixteen 64-bit lanes.
#[inline(always)]
fn bits_64([a, b, c, d, e, f, g, h]: [v128; 8]) -> u32 {
    // Both halves of a 64-bit lane are equal, so narrowing two registers gives one with 32-bit
    // lanes.
    bits([
        i16x8_narrow_i32x4(a, b),
        i16x8_narrow_i32x4(c, d),
        i16x8_narrow_i32x4(e, f),
        i16x8_narrow_i32x4(g, h),
    ])
}

// `pmax` and `pmin` are one instruction on x86-64; `max` and `min`, which propagate NaN, take
// several. They return their first argument if one is NaN.

#[inline(always)]
fn greater_f32(a: v128, b: v128) -> v128 {
    f32x4_pmax(b, a)
}

#[inline(always)]
fn lesser_f32(a: v128, b: v128) -> v128 {
    f32x4_pmin(b, a)
}

#[inline(always)]
fn greater_f64(a: v128, b: v128) -> v128 {
    f64x2_pmax(b, a)
}

#[inline(always)]
fn lesser_f64(a: v128, b: v128) -> v128 {
    f64x2_pmin(b, a)
}

impl Fours for Simd128 {
    #[inline(always)]
    fn write_four(
        self,
        indices: &[u32; 4],
        order: &[[u8; 4]; 4],
        index: u32,
        pairs: &mut [[u32; 2]; 4],
    ) {
        let index = i32x4_splat(index.cast_signed());
        // SAFETY: the loads read from any address, 16 bytes each: four indices, and the bytes of
        // `order`.
        let (indices, order) = unsafe {
            (
                v128_load(indices.as_ptr().cast()),
                v128_load(order.as_ptr().cast()),
            )
        };
        let others = i8x16_swizzle(indices, order);
        let (first, second) = (u32x4_min(index, others), u32x4_max(index, others));
        // SAFETY: the stores write to any address, 16 bytes each: twice two of the four pairs.
        unsafe {
            v128_store(
                pairs[..2].as_mut_ptr().cast(),
                i32x4_shuffle::<0, 4, 1, 5>(first, second),
            );
            v128_store(
                pairs[2..].as_mut_ptr().cast(),
                i32x4_shuffle::<2, 6, 3, 7>(first, second),
            );
        }
    }
}
