//! Work that is compiled once for every instruction set.

use super::lane::Lane;
use super::measures::Measures;

/// A function that is compiled once for every [`Path`](super::path::Path), together with what it
/// captures.
pub trait Task<K: Lane> {
    type Output;

    /// The body. It must be `#[inline(always)]`, as must every function that it passes `lanes` to:
    /// only code that is inlined here is compiled for the instruction set.
    fn run<L: Measures<K>>(self, lanes: L) -> Self::Output;
}
