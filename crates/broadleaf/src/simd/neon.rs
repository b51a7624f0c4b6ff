//! Lanes of NEON.

use super::fours::Fours;
use super::{LANES, Lanes, Task, pack_one_by_one};
use core::arch::aarch64::{
    int32x4_t, int64x2_t, uint32x4_t, uint32x4x2_t, uint64x2_t, vaddvq_u16, vandq_u16, vandq_u32,
    vandq_u64, vcleq_s32, vcleq_s64, vcombine_u16, vcombine_u32, vdupq_n_s32, vdupq_n_s64,
    vdupq_n_u32, vdupq_n_u64, vld1q_s32, vld1q_s64, vld1q_u8, vld1q_u16, vld1q_u32, vmaxq_u32,
    vminq_u32, vmovn_u32, vmovn_u64, vqtbl1q_u8, vreinterpretq_u8_u32, vreinterpretq_u32_u8,
    vsliq_n_u16, vst2q_u32,
};

processor!(
    /// Whoever has one runs on a processor with NEON.
    Neon,
    "neon",
    is_aarch64_feature_detected,
    ["neon"]
);

lanes!(
    Neon, i32: [int32x4_t; 4], uint32x4_t,
    load: vld1q_s32,
    splat: vdupq_n_s32,
    all: vdupq_n_u32(u32::MAX),
    at_most: |among, a, b| vandq_u32(among, vcleq_s32(a, b)),
    bits: |masks| bits(masks),
    pack: pack_one_by_one,
);
lanes!(
    Neon, i64: [int64x2_t; 8], uint64x2_t,
    load: vld1q_s64,
    splat: vdupq_n_s64,
    all: vdupq_n_u64(u64::MAX),
    at_most: |among, a, b| vandq_u64(among, vcleq_s64(a, b)),
    bits: |[a, b, c, d, e, f, g, h]| bits([narrow(a, b), narrow(c, d), narrow(e, f), narrow(g, h)]),
    pack: pack_one_by_one,
);

#[target_feature(enable = "neon")]
#[inline]
fn narrow(a: uint64x2_t, b: uint64x2_t) -> uint32x4_t {
    vcombine_u32(vmovn_u64(a), vmovn_u64(b))
}

/// A bit for each lane.
#[target_feature(enable = "neon")]
#[inline]
fn bits([a, b, c, d]: [uint32x4_t; 4]) -> u32 {
    const PLACES: [u16; 8] = [
        0x0101, 0x0202, 0x0404, 0x0808, 0x1010, 0x2020, 0x4040, 0x8080,
    ];
    let (low, high) = (
        vcombine_u16(vmovn_u32(a), vmovn_u32(b)),
        vcombine_u16(vmovn_u32(c), vmovn_u32(d)),
    );
    // SAFETY: the pointer is to eight numbers.
    let places = unsafe { vld1q_u16(PLACES.as_ptr()) };
    // The first eight lanes in lower bytes, the others in upper ones.
    vaddvq_u16(vandq_u16(vsliq_n_u16::<8>(low, high), places)).into()
}

impl Fours for Neon {
    #[inline(always)]
    fn write_four(
        self,
        names: &[u32; 4],
        order: &[[u8; 4]; 4],
        name: u32,
        pairs: &mut [[u32; 2]; 4],
    ) {
        // SAFETY: as in `run`; the pointers are to four names, sixteen bytes and four pairs.
        unsafe {
            let name = vdupq_n_u32(name);
            let others = vqtbl1q_u8(
                vreinterpretq_u8_u32(vld1q_u32(names.as_ptr())),
                vld1q_u8(order.as_ptr().cast()),
            );
            let others = vreinterpretq_u32_u8(others);
            vst2q_u32(
                pairs.as_mut_ptr().cast(),
                uint32x4x2_t(vminq_u32(name, others), vmaxq_u32(name, others)),
            );
        }
    }
}
