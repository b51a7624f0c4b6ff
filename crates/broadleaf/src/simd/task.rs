//! Functions that are compiled once for each instruction set.

use super::lane::Lane;
use super::measures::Measures;

/// A function with its captured values, compiled once for each [`Path`](super::path::Path).
pub trait Task<K: Lane> {
    type Output;

    /// The body. It must be `#[inline(always)]`, and so must every function that gets `lanes`: only
    /// code that is inlined here is compiled for the instruction set.
    fn run<L: Measures<K>>(self, lanes: L) -> Self::Output;
}
