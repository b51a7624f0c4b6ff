//! Indices as 32-bit numbers.

/// The index as a `u32`. Every array of a structure has at most 2^32 elements, since ids are `u32`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "an array has at most 2^32 elements"
)]
#[inline]
pub(crate) const fn narrow(index: usize) -> u32 {
    debug_assert!(index <= u32::MAX as usize);
    index as u32
}
