//! Lanes in NEON registers.

use core::arch::aarch64::{
    float32x4_t, float64x2_t, int32x4_t, int64x2_t, uint32x4_t, uint32x4x2_t, uint64x2_t,
    vaddq_f32, vaddq_f64, vaddvq_u16, vandq_u16, vandq_u32, vandq_u64, vcleq_f32, vcleq_f64,
    vcleq_s32, vcleq_s64, vcombine_u16, vcombine_u32, vdupq_n_f32, vdupq_n_f64, vdupq_n_s32,
    vdupq_n_s64, vdupq_n_u32, vdupq_n_u64, vld1q_f32, vld1q_f64, vld1q_s32, vld1q_s64, vld1q_u8,
    vld1q_u16, vld1q_u32, vmaxnmq_f32, vmaxnmq_f64, vmaxq_u32, vminnmq_f32, vminnmq_f64, vminq_u32,
    vmovn_u32, vmovn_u64, vmulq_f32, vmulq_f64, vqtbl1q_u8, vreinterpretq_u8_u32,
    vreinterpretq_u32_u8, vsliq_n_u16, vst1q_f32, vst1q_f64, vst2q_u32, vsubq_f32, vsubq_f64,
};

use super::fours::Fours;
use super::lane::LANES;
use super::lanes::Lanes;
use super::measures::{float_measures, minus_i32, minus_i64, plain_measures};

processor!(
    /// Proof that the processor has NEON.
    Neon,
    "neon",
    is_aarch64_feature_detected,
    ["neon"]
);

plain_measures!(Neon: i32 => f64, minus_i32; i64 => f64, minus_i64;);
float_measures!(
    Neon, f32: [float32x4_t; 4],
    minus: vsubq_f32, plus: vaddq_f32, times: vmulq_f32,
    greater: vmaxnmq_f32, lesser: vminnmq_f32, store: vst1q_f32,
);
float_measures!(
    Neon, f64: [float64x2_t; 8],
    minus: vsubq_f64, plus: vaddq_f64, times: vmulq_f64,
    greater: vmaxnmq_f64, lesser: vminnmq_f64, store: vst1q_f64,
);
lanes!(
    Neon, i32: [int32x4_t; 4], uint32x4_t,
    load: vld1q_s32,
    splat: vdupq_n_s32,
    all: vdupq_n_u32(u32::MAX),
    at_most: |among, a, b| vandq_u32(among, vcleq_s32(a, b)),
    bits: |masks| bits(masks),
);
lanes!(
    Neon, i64: [int64x2_t; 8], uint64x2_t,
    load: vld1q_s64,
    splat: vdupq_n_s64,
    all: vdupq_n_u64(u64::MAX),
    at_most: |among, a, b| vandq_u64(among, vcleq_s64(a, b)),
    bits: |[a, b, c, d, e, f, g, h]| bits([
        halve(a, b),
        halve(c, d),
        halve(e, f),
        halve(g, h),
    ]),
);

lanes!(
    Neon, f32: [float32x4_t; 4], uint32x4_t,
    load: vld1q_f32,
    splat: vdupq_n_f32,
    all: vdupq_n_u32(u32::MAX),
    at_most: |among, a, b| vandq_u32(among, vcleq_f32(a, b)),
    bits: |masks| bits(masks),
);
lanes!(
    Neon, f64: [float64x2_t; 8], uint64x2_t,
    load: vld1q_f64,
    splat: vdupq_n_f64,
    all: vdupq_n_u64(u64::MAX),
    at_most: |among, a, b| vandq_u64(among, vcleq_f64(a, b)),
    bits: |[a, b, c, d, e, f, g, h]| bits([
        halve(a, b),
        halve(c, d),
        halve(e, f),
        halve(g, h),
    ]),
);

/// The lower half of each lane of both registers.
#[target_feature(enable = "neon")]
#[inline]
fn halve(a: uint64x2_t, b: uint64x2_t) -> uint32x4_t {
    vcombine_u32(vmovn_u64(a), vmovn_u64(b))
}

/// One bit for each of sixteen lanes.
#[target_feature(enable = "neon")]
#[inline]
fn bits([a, b, c, d]: [uint32x4_t; 4]) -> u32 {
    const LANE_BITS: [u16; 8] = [
        0x0101, 0x0202, 0x0404, 0x0808, 0x1010, 0x2020, 0x4040, 0x8080,
    ];
    let (low, high) = (
        vcombine_u16(vmovn_u32(a), vmovn_u32(b)),
        vcombine_u16(vmovn_u32(c), vmovn_u32(d)),
    );
    // SAFETY: this function is compiled for NEON, so its caller has proved that the processor has
    // it. The load reads eight numbers, the length of `LANE_BITS`.
    let lane_bits = unsafe { vld1q_u16(LANE_BITS.as_ptr()) };
    // The lower bytes belong to the first eight lanes, the upper bytes to the others.
    vaddvq_u16(vandq_u16(vsliq_n_u16::<8>(low, high), lane_bits)).into()
}

impl Fours for Neon {
    #[inline(always)]
    fn write_four(
        self,
        indices: &[u32; 4],
        order: &[[u8; 4]; 4],
        index: u32,
        pairs: &mut [[u32; 2]; 4],
    ) {
        // SAFETY: `self` proves that the processor has NEON. The loads read four indices and the
        // sixteen bytes of `order`; the store writes two registers of four numbers, `pairs`.
        unsafe {
            let index = vdupq_n_u32(index);
            let others = vqtbl1q_u8(
                vreinterpretq_u8_u32(vld1q_u32(indices.as_ptr())),
                vld1q_u8(order.as_ptr().cast()),
            );
            let others = vreinterpretq_u32_u8(others);
            vst2q_u32(
                pairs.as_mut_ptr().cast(),
                uint32x4x2_t(vminq_u32(index, others), vmaxq_u32(index, others)),
            );
        }
    }
}
