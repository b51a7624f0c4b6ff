//! The error for bytes that are no tiling.

use core::fmt;

use crate::geometry::Encoding;

/// The error for bytes that are not a [`Tiling`](super::Tiling) of the expected type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidTiling {
    /// The first eight bytes are not those of a tiling.
    NotATiling,
    /// There are more or fewer bytes than the header announces.
    OtherLength {
        /// The number of bytes.
        bytes: usize,
        /// The number of bytes of the tiling, or of a header.
        needed: usize,
    },
    /// The version of the format, which this library does not read.
    UnknownVersion(u32),
    /// Kind, bits and fractional bits of coordinates that this library does not know.
    UnknownEncoding([u32; 3]),
    /// The coordinates have another type.
    OtherScalar {
        /// The encoding of the coordinates in the bytes.
        found: Encoding,
        /// The encoding of the type that was asked for.
        expected: Encoding,
    },
    /// The boxes have another number of dimensions.
    OtherDimensions {
        /// The number of dimensions in the bytes.
        found: u32,
        /// The number of dimensions of the type that was asked for.
        expected: usize,
    },
    /// The number of tiles is not a power of two, or greater than
    /// [`MAX_TILES`](super::Tiling::MAX_TILES).
    TileCount(u64),
    /// No box may touch a single tile without being a giant.
    NoGiantLimit,
    /// A cut on an axis that is not cut, or at a coordinate that does not exist.
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
                write!(f, "{bytes} bytes, where the tiling has {needed}")
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
            Self::Cut { number } => write!(f, "cut {number} is not a coordinate of an axis"),
        }
    }
}

impl core::error::Error for InvalidTiling {}
