//! The id of a box.

use super::index::to_u32;
use core::fmt;

// `Id::index` must not lose bits.
const _: () = assert!(usize::BITS >= u32::BITS, "an index holds every id");

/// The id of one box, chosen by the caller: an index into an array, a body number.
///
/// Ties are broken by id: if two boxes are equally near, the one with the smaller id comes first.
/// Every `u32` is valid; small ids are stored in an array, ids far apart in a tree.
///
/// # Layout
/// `repr(transparent)`: a slice of ids is a slice of `u32`. With the feature `bytemuck` it can be
/// cast to one.
///
/// ```
/// use broadleaf::Id;
/// assert_eq!(Id::try_from(7_usize)?, Id(7));
/// assert_eq!(u32::from(Id(7)), 7);
/// assert_eq!(Id(7).to_string(), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Id(pub u32);

impl Id {
    /// The id as an index into an array.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of the box at `index` in an array of at most 2^32 boxes.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        Self(to_u32(index))
    }
}

impl From<u32> for Id {
    #[inline]
    fn from(id: u32) -> Self {
        Self(id)
    }
}

impl From<Id> for u32 {
    #[inline]
    fn from(id: Id) -> Self {
        id.0
    }
}

impl From<Id> for usize {
    #[inline]
    fn from(id: Id) -> Self {
        id.index()
    }
}

impl TryFrom<usize> for Id {
    type Error = IdOutOfRange;

    /// The id that equals `index`.
    ///
    /// # Errors
    /// If `index` is above `u32::MAX`.
    #[inline]
    fn try_from(index: usize) -> Result<Self, IdOutOfRange> {
        u32::try_from(index)
            .map(Self)
            .map_err(|_| IdOutOfRange(index))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error of `Id::try_from` for an index that is too large for an [`Id`]. It has no public path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdOutOfRange(usize);

impl fmt::Display for IdOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index {} is above the greatest id, {}", self.0, u32::MAX)
    }
}

impl core::error::Error for IdOutOfRange {}
