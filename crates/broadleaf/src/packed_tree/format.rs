//! The bytes of a packed tree: a header, and where each section lies.

use super::invalid::InvalidPackedTree;
use super::levels::Levels;
use crate::geometry::{Encoding, Scalar};
use crate::simd::{LANES, Lane};
use crate::store::to_u32;
use core::ops::Range;

/// The first bytes of every packed tree.
pub(super) const MAGIC: [u8; 8] = *b"BRDLEAFT";
pub(super) const VERSION: u32 = 1;
/// Every section starts at a multiple of this.
pub(super) const ALIGNMENT: usize = 64;

const HEADER_BYTES: usize = 64;
const HAS_CATEGORIES: u32 = 1;

/// What the header of a packed tree says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) dimensions: u32,
    pub(super) boxes: u32,
    pub(super) has_categories: bool,
}

impl Header {
    pub(super) fn new<S: Scalar, const D: usize>(boxes: u32, has_categories: bool) -> Self {
        Self {
            encoding: S::ENCODING,
            dimensions: to_u32(D),
            boxes,
            has_categories,
        }
    }

    /// Writes the header to the front of a tree's bytes.
    pub(super) fn write(self, bytes: &mut [u8]) {
        let [kind, bits, fraction] = self.encoding.to_numbers();
        let flags = u32::from(self.has_categories) * HAS_CATEGORIES;
        let numbers = [
            VERSION,
            kind,
            bits,
            fraction,
            self.dimensions,
            self.boxes,
            flags,
        ];
        bytes[..8].copy_from_slice(&MAGIC);
        for (field, number) in bytes[8..].as_chunks_mut().0.iter_mut().zip(numbers) {
            *field = number.to_le_bytes();
        }
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidPackedTree> {
        let header: &[u8; HEADER_BYTES] =
            bytes.first_chunk().ok_or(InvalidPackedTree::TooShort {
                bytes: bytes.len(),
                needed: HEADER_BYTES as u64,
            })?;
        if header[..8] != MAGIC {
            return Err(InvalidPackedTree::NotAPackedTree);
        }
        let number = |index: usize| {
            let field = header[8..].as_chunks().0.get(index).copied();
            u32::from_le_bytes(field.unwrap_or_default())
        };
        if number(0) != VERSION {
            return Err(InvalidPackedTree::UnknownVersion(number(0)));
        }
        let encoding = [number(1), number(2), number(3)];
        let encoding =
            Encoding::from_numbers(encoding).ok_or(InvalidPackedTree::UnknownEncoding(encoding))?;
        if number(6) & !HAS_CATEGORIES != 0 {
            return Err(InvalidPackedTree::UnknownFlags(number(6)));
        }
        Ok(Self {
            encoding,
            dimensions: number(4),
            boxes: number(5),
            has_categories: number(6) & HAS_CATEGORIES != 0,
        })
    }
}

/// Where each section of a packed tree lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sections {
    pub(super) levels: Levels,
    /// The columns of all nodes.
    pub(super) nodes: Range<usize>,
    /// The ids of the boxes, by position; a multiple of sixteen.
    pub(super) ids: Range<usize>,
    /// The positions of the boxes, by id; a multiple of sixteen.
    pub(super) positions: Range<usize>,
    /// Sixteen categories for each node; empty if every box is in every category.
    pub(super) categories: Range<usize>,
    /// The number of bytes of the tree.
    pub(super) end: usize,
}

impl Sections {
    /// `None` if the tree is larger than the address space.
    pub(super) fn of<S: Scalar, const D: usize>(header: &Header) -> Option<Self> {
        let levels = Levels::of(header.boxes);
        let nodes = levels.nodes() as usize;
        let numbers = |nodes: usize| nodes.checked_mul(LANES * size_of::<u32>());
        let per_boxes = numbers(levels.len(0) as usize)?;
        let mut end = HEADER_BYTES;
        let mut section = |bytes: usize| {
            let start = end;
            end = start.checked_add(bytes)?;
            Some(start..end)
        };
        Some(Self {
            levels,
            nodes: section(nodes.checked_mul(node_bytes::<S, D>())?)?,
            ids: section(per_boxes)?,
            positions: section(per_boxes)?,
            categories: section(if header.has_categories {
                numbers(nodes)?
            } else {
                0
            })?,
            end,
        })
    }
}

/// The number of bytes of a node: a column for each end of each axis.
pub(super) const fn node_bytes<S: Scalar, const D: usize>() -> usize {
    2 * D * <S::Lane as Lane>::COLUMN_BYTES
}
