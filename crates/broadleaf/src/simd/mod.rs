//! Sixteen comparisons at once. All `unsafe` code of the library is in this folder.
//!
//! Every instruction set computes the same results: [`portable`] in plain Rust, the others with a
//! processor's own instructions.

#![allow(unsafe_code, reason = "intrinsics read and write through pointers")]
#![allow(
    unused_macros,
    dead_code,
    reason = "a target without instructions of its own has the portable path alone"
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

pub(crate) use self::fours_le::all_le;
pub(crate) use self::key::Key;
pub(crate) use self::lane::{LANES, Lane};
pub(crate) use self::lanes::{Lanes, Numbers};
pub(crate) use self::list::List;
pub(crate) use self::measures::Measures;
pub(crate) use self::path::{Dispatch, Path};
pub(crate) use self::prefetch::{prefetch, prefetch_ends};
pub(crate) use self::task::Task;
