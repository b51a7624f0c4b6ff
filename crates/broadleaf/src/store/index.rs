//! Indices as 32-bit numbers.

use core::fmt;

/// An array index as a `u32`, the stored width: half the memory of a `usize`.
///
/// Structures hold at most 2³² - 1 items, and check the number where items enter. Larger indices,
/// which would lose their upper bits, cannot occur behind that check.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no structure holds more than 2^32 - 1 items"
)]
#[inline]
pub(crate) const fn to_u32(index: usize) -> u32 {
    debug_assert!(index <= u32::MAX as usize);
    index as u32
}

/// The most boxes in a slice or a structure: every box needs an [`Id`](super::Id).
const MAX_BOXES: usize = u32::MAX as usize;

/// The error for more than 2³² - 1 boxes, not all of which can have an [`Id`](crate::Id).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TooManyBoxes {
    /// The number of boxes that were given.
    pub len: usize,
}

impl TooManyBoxes {
    /// An error if there are more than 2³² - 1 boxes.
    pub(crate) const fn check(len: usize) -> Result<(), Self> {
        if len <= MAX_BOXES {
            Ok(())
        } else {
            Err(Self { len })
        }
    }
}

impl fmt::Display for TooManyBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} boxes are more than the {MAX_BOXES} that can have an id",
            self.len
        )
    }
}

impl core::error::Error for TooManyBoxes {}

#[cfg(all(test, target_pointer_width = "64"))]
#[path = "tests/index.rs"]
mod tests;
