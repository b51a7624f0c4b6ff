//! Why bytes are not a flatbush file, and why a tree cannot become one.

use core::fmt;

use super::layout::HEADER;
use crate::geometry::{Encoding, InvalidAabb};
use crate::store::Id;

/// Why bytes are not a flatbush file of the requested type: the first problem, with its position
/// and value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidFlatbush {
    /// There are fewer bytes than a header has.
    Header {
        /// The number of bytes.
        len: usize,
    },
    /// Byte 0 is not the first byte of a flatbush file.
    Magic(u8),
    /// Byte 1 names a version of the format other than 3.
    Version(u8),
    /// Byte 1 names a type of numbers that the format does not have.
    Type(u8),
    /// The coordinates are of another type.
    OtherScalar {
        /// The type in the file.
        file: Encoding,
        /// The requested type.
        expected: Encoding,
    },
    /// Bytes 2 and 3 are a number of children that a node cannot have.
    NodeSize(u16),
    /// The number of bytes does not fit the number of items.
    Length {
        /// The number of items in the header.
        items: u32,
        /// The number of bytes that a file with this header has.
        expected: u64,
        /// The number of bytes.
        len: usize,
    },
    /// An item has a number that is not below the number of items.
    ItemNumber {
        /// The position of the number.
        at: usize,
        /// The number.
        number: u32,
        /// The number of items.
        items: u32,
    },
    /// Two items have the same number.
    RepeatedItem {
        /// The position of the second number.
        at: usize,
        /// The number.
        number: u32,
    },
    /// The box of an item has a coordinate that is not a number, or is inverted.
    Item {
        /// The position of the box.
        at: usize,
        /// The number of the item.
        number: u32,
        /// The axis and the values on it.
        invalid: InvalidAabb<f64>,
    },
    /// A node refers to children other than those that the format gives it.
    Child {
        /// The position of the index.
        at: usize,
        /// The index.
        index: u32,
        /// The index of the first child.
        expected: u64,
    },
    /// The box of a node does not enclose the box of a child.
    Node {
        /// The position of the box.
        at: usize,
        /// The position of the child's box.
        child_at: usize,
    },
}

impl fmt::Display for InvalidFlatbush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item {
                at,
                number,
                invalid,
            } => write!(f, "byte {at}: item {number}: {invalid}"),
            _ => fmt::Display::fmt(&self.without_numbers(), f),
        }
    }
}

impl InvalidFlatbush {
    /// The message without coordinates, for programs that must be small: functions that write
    /// floating-point numbers are large.
    #[must_use]
    pub fn without_numbers(&self) -> impl fmt::Display + '_ {
        WithoutNumbers(self)
    }
}

struct WithoutNumbers<'a>(&'a InvalidFlatbush);

impl fmt::Display for WithoutNumbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            InvalidFlatbush::Header { len } => {
                write!(
                    f,
                    "a flatbush file has a header of {HEADER} bytes, but there are only {len}"
                )
            }
            InvalidFlatbush::Magic(byte) => {
                write!(
                    f,
                    "byte 0: a flatbush file begins with 0xfb, not with {byte:#04x}"
                )
            }
            InvalidFlatbush::Version(version) => {
                write!(
                    f,
                    "byte 1: version {version} of the format is not supported, only 3"
                )
            }
            InvalidFlatbush::Type(code) => {
                write!(f, "byte 1: there is no type {code} of coordinates")
            }
            InvalidFlatbush::OtherScalar { file, expected } => {
                write!(
                    f,
                    "byte 1: the coordinates are of another type: {file}, not {expected}"
                )
            }
            InvalidFlatbush::NodeSize(size) => {
                write!(
                    f,
                    "bytes 2 and 3: a node has at least 2 children, not {size}"
                )
            }
            InvalidFlatbush::Length {
                items,
                expected,
                len,
            } => {
                write!(
                    f,
                    "bytes 4 to 7: {items} items make {expected} bytes, but there are {len}"
                )
            }
            InvalidFlatbush::ItemNumber { at, number, items } => {
                write!(
                    f,
                    "byte {at}: item {number} is out of range, because there are {items}"
                )
            }
            InvalidFlatbush::RepeatedItem { at, number } => {
                write!(f, "byte {at}: item {number} occurs for the second time")
            }
            InvalidFlatbush::Item { at, number, .. } => {
                write!(f, "byte {at}: item {number} is not a box")
            }
            InvalidFlatbush::Child {
                at,
                index,
                expected,
            } => {
                write!(
                    f,
                    "byte {at}: the children of a node begin at {expected}, not at {index}"
                )
            }
            InvalidFlatbush::Node { at, child_at } => write!(
                f,
                "byte {at}: the box of a node does not enclose that of its child at byte {child_at}"
            ),
        }
    }
}

impl core::error::Error for InvalidFlatbush {}

/// Why a tree cannot be written as a flatbush file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitForFlatbush {
    /// The tree has no boxes: `flatbush` rejects a file without items.
    Empty,
    /// The ids are not 0, 1, 2 and so on, as the numbers of items in a file are.
    Id {
        /// An id that is not below the number of boxes, or belongs to two boxes of a damaged tree.
        id: Id,
        /// The number of boxes.
        len: usize,
    },
    /// There are more boxes than the indices of a file can distinguish.
    TooManyBoxes {
        /// The number of boxes.
        len: usize,
    },
}

impl fmt::Display for UnfitForFlatbush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "a flatbush file has at least one item, but the tree has no box: do not write the file",
            ),
            Self::Id { id, len } => write!(
                f,
                "a flatbush file numbers its items from 0, but one of {len} boxes has the id {id}"
            ),
            Self::TooManyBoxes { len } => {
                write!(f, "{len} boxes are more than a flatbush file can have")
            }
        }
    }
}

impl core::error::Error for UnfitForFlatbush {}
