//! The error for bytes that are not a packed tree.

use crate::geometry::Encoding;
use core::fmt;

/// The error for bytes that are not a [`PackedTree`](crate::packed_tree::PackedTree) of the
/// expected type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPackedTree {
    /// There are fewer bytes than the header, or than the tree that it describes.
    TooShort {
        /// The number of bytes.
        bytes: usize,
        /// The number of bytes of the tree.
        needed: u64,
    },
    /// The first eight bytes are not those of a packed tree.
    NotAPackedTree,
    /// The bytes have a version of the format that this library does not read.
    UnknownVersion(u32),
    /// The coordinates have a kind, bits and fractional bits that this library does not know.
    UnknownEncoding([u32; 3]),
    /// The bytes have flags that this library does not know.
    UnknownFlags(u32),
    /// The coordinates have another type.
    OtherScalar {
        /// The encoding of the coordinates in the bytes.
        found: Encoding,
        /// The encoding of the requested type.
        expected: Encoding,
    },
    /// The boxes have another number of dimensions.
    OtherDimensions {
        /// The number of dimensions in the bytes.
        found: u32,
        /// The number of dimensions of the requested type.
        expected: usize,
    },
    /// The tree is larger than the address space.
    TooLarge {
        /// The number of boxes.
        boxes: u32,
    },
}

impl fmt::Display for InvalidPackedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { bytes, needed } => {
                write!(f, "{bytes} bytes, but the tree has {needed}")
            }
            Self::NotAPackedTree => f.write_str("the first eight bytes are not \"BRDLEAFT\""),
            Self::UnknownVersion(version) => write!(f, "unknown version {version}"),
            Self::UnknownEncoding([kind, bits, fraction]) => write!(
                f,
                "unknown coordinates: kind {kind}, {bits} bits, {fraction} of them fractional"
            ),
            Self::UnknownFlags(flags) => write!(f, "unknown flags {flags:#x}"),
            Self::OtherScalar { found, expected } => {
                write!(f, "the coordinates are of type {found}, not {expected}")
            }
            Self::OtherDimensions { found, expected } => {
                write!(f, "the boxes have {found} dimensions, not {expected}")
            }
            Self::TooLarge { boxes } => {
                write!(f, "{boxes} boxes do not fit into the address space")
            }
        }
    }
}

impl core::error::Error for InvalidPackedTree {}
