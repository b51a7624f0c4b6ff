//! The error for bytes that are not a tiling.

use core::fmt;

use crate::geometry::Encoding;

/// Why bytes are not a [`Tiling`](super::Tiling) of the expected type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidTiling {
    /// The first eight bytes are not those of a tiling.
    NotATiling,
    /// The length differs from the one that the header announces.
    OtherLength {
        /// The length in bytes.
        bytes: usize,
        /// The length of the tiling, or of a header, in bytes.
        needed: usize,
    },
    /// This library does not read this version of the format.
    UnknownVersion(u32),
    /// This library does not know coordinates of this kind, with these bits and fractional bits.
    UnknownEncoding([u32; 3]),
    /// The coordinates have another type.
    OtherScalar {
        /// The encoding of the coordinates in the bytes.
        found: Encoding,
        /// The encoding of the requested type.
        expected: Encoding,
    },
    /// The boxes have a different number of dimensions.
    OtherDimensions {
        /// The dimensions in the bytes.
        found: u32,
        /// The dimensions of the requested type.
        expected: usize,
    },
    /// The number of tiles is not a power of two, or is greater than
    /// [`MAX_TILES`](super::Tiling::MAX_TILES).
    TileCount(u64),
    /// The giant limit is 0.
    NoGiantLimit,
    /// The axis of a cut is out of range, or its coordinate does not exist.
    Cut {
        /// The number of the cut, from 1.
        number: usize,
    },
}

impl fmt::Display for InvalidTiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATiling => f.write_str("the first eight bytes are not \"BRDTILES\""),
            Self::OtherLength { bytes, needed } => {
                write!(f, "{bytes} bytes instead of {needed}")
            }
            Self::UnknownVersion(version) => write!(f, "unknown version {version}"),
            Self::UnknownEncoding([kind, bits, fraction]) => write!(
                f,
                "unknown coordinates: kind {kind}, {bits} bits, {fraction} of them fractional"
            ),
            Self::OtherScalar { found, expected } => {
                write!(f, "the coordinates are of type {found}, not {expected}")
            }
            Self::OtherDimensions { found, expected } => {
                write!(f, "the boxes have {found} dimensions, not {expected}")
            }
            Self::TileCount(tiles) => {
                write!(f, "{tiles} tiles, which is not a power of two up to 2^20")
            }
            Self::NoGiantLimit => f.write_str("the giant limit is 0"),
            Self::Cut { number } => write!(f, "cut {number} has an invalid axis or coordinate"),
        }
    }
}

impl core::error::Error for InvalidTiling {}
