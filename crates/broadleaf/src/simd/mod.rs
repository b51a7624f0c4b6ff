//! Sixteen comparisons at once. All `unsafe` code of the library is here and in the feature
//! `bytemuck`.
//!
//! Every instruction set computes the same results: [`portable`] in plain Rust, the others by
//! intrinsics.
//!
//! ```text
//! task     functions that are compiled once for each path, written in other rooms
//! path     the instruction set of this processor, and calls of functions compiled for it
//! lanes measures     the operations, with defaults in terms of others
//! registers processor     the macros that implement them by intrinsics
//! avx512 avx2 sse42 neon simd128 portable     the six sets
//! ```
//!
//! # Masks
//!
//! A comparison of sixteen lanes returns a mask in the native form of the instruction set: a
//! register of ones and zeros for each register of numbers (SSE4.2, AVX2, NEON, WebAssembly), a
//! mask register (AVX-512), or sixteen `bool` (portable). It narrows the mask `among`: AVX-512
//! compares under a mask at no cost, the others need one `and`. Only the last mask becomes a number
//! with a bit for each lane, by [`bits`](lanes::Lanes::bits), because this step is expensive: it
//! leaves the vector registers, takes three instructions with SSE4.2 and seven with NEON, and
//! branches wait for its result.
//!
//! Compilers vectorise `a <= b` in a loop over sixteen numbers, but not the mask. Without
//! [`equal`](lanes::Numbers::equal) and [`common`](lanes::Numbers::common) by intrinsics of AVX-512
//! and AVX2, pairs by categories take 2.0 and 1.35 times as long (uniform 3D, 20,000 boxes,
//! 2026-11-28). Comparing the later start with the earlier end of two floats, which halves the
//! comparisons, does not pay (packed trees, 0.97 to 1.03 times).

#![allow(unsafe_code, reason = "intrinsics read and write through pointers")]
#![allow(
    unused_macros,
    dead_code,
    unused_imports,
    reason = "some targets have the portable path only"
)]

#[macro_use]
mod processor;
#[macro_use]
mod registers;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod fours;
mod fours_le;
mod key;
mod lane;
mod lanes;
mod list;
mod measures;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod path;
mod portable;
mod prefetch;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse42;
mod task;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod tuning;

pub(crate) use self::fours_le::all_le;
pub(crate) use self::key::Key;
pub(crate) use self::lane::{LANES, Lane};
pub(crate) use self::lanes::{Lanes, Numbers};
pub(crate) use self::list::List;
pub(crate) use self::measures::Measures;
pub(crate) use self::path::{Dispatch, Path};
pub(crate) use self::prefetch::{prefetch, prefetch_ends};
pub(crate) use self::task::Task;
