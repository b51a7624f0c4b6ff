//! The name of a box.

use core::fmt;

/// Names one box of an index. It is yours: an index into your own array, a body number.
///
/// Ties are broken by id: where two boxes are equally near, the smaller id comes first. Any `u32`
/// works; small numbers are stored in an array, far-apart ones in a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u32);

impl Id {
    /// The id as an index into an array.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id that is an index into an array: there are no more boxes than ids.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more boxes than ids"
    )]
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u32)
    }
}

impl From<u32> for Id {
    fn from(id: u32) -> Self {
        Self(id)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
