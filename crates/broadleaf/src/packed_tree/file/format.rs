//! The bytes of a packed tree: a header and the position of each section.

use super::invalid::InvalidPackedTree;
use crate::geometry::{Encoding, Scalar};
use crate::packed_tree::levels::Levels;
use crate::simd::{LANES, Lane};
use crate::store::to_u32;
use core::ops::Range;

/// The first bytes of every packed tree, which no text and no other known format has.
pub(crate) const MAGIC: [u8; 8] = *b"BRDLEAFT";
/// The version of the format. Every change of the bytes gets a new version, and a reader rejects
/// unknown ones.
pub(crate) const VERSION: u32 = 1;
/// Every section starts at a multiple of this: the length of a cache line and of the widest vector,
/// so that a column of sixteen 32-bit numbers is one of both.
pub(crate) const ALIGNMENT: usize = 64;

/// The bits of the flags, one for each optional part of a tree, so that a reader rejects a tree
/// with a part that it does not know.
const HAS_CATEGORIES: u32 = 1;
/// The tree has the caller's bytes for each box, with a section for where they end.
const HAS_DATA: u32 = HAS_CATEGORIES << 1;
/// The position of the number of bytes of data in the header: after the text of eight bytes and
/// seven numbers of four, at the next multiple of eight.
const DATA_BYTES_AT: usize = 40;

/// The header of a packed tree, which tells the type of the tree in a file and its contents.
///
/// ```
/// use broadleaf::geometry::Encoding;
/// use broadleaf::packed_tree::PackedTreeHeader;
/// use broadleaf::{Aabb, PackedTree};
/// let tree = PackedTree::from_boxes(&[Aabb::new([0_i32, 0], [1, 1])])?;
/// let header = PackedTreeHeader::from_bytes(tree.as_bytes())?;
/// assert_eq!(header.encoding, Encoding::Fixed { bits: 32, fraction: 0 });
/// assert_eq!((header.dimensions, header.boxes, header.data_bytes), (2, 1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackedTreeHeader {
    /// The type of the coordinates.
    pub encoding: Encoding,
    /// The number of dimensions.
    pub dimensions: u32,
    /// The number of boxes.
    pub boxes: u32,
    /// Whether the boxes have categories.
    pub has_categories: bool,
    /// The number of bytes of data of all boxes; `None` if the tree has no data.
    pub data_bytes: Option<u64>,
}

impl PackedTreeHeader {
    pub(crate) fn new<S: Scalar, const D: usize>(boxes: u32, has_categories: bool) -> Self {
        Self {
            encoding: S::ENCODING,
            dimensions: to_u32(D),
            boxes,
            has_categories,
            data_bytes: None,
        }
    }

    /// Whether these bytes start like a packed tree.
    #[must_use]
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Writes the header to the front of a tree's bytes.
    pub(crate) fn write(self, bytes: &mut [u8]) {
        let [kind, bits, fraction] = self.encoding.to_numbers();
        let [categories, data] = [self.has_categories, self.data_bytes.is_some()].map(u32::from);
        let flags = categories * HAS_CATEGORIES + data * HAS_DATA;
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
        let data_bytes = self.data_bytes.unwrap_or(0).to_le_bytes();
        bytes[DATA_BYTES_AT..DATA_BYTES_AT + 8].copy_from_slice(&data_bytes);
    }

    /// Reads the header at the start of these bytes, of a tree of any type.
    ///
    /// # Errors
    /// If the bytes do not start with the header of a packed tree that this version reads.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidPackedTree> {
        let header: &[u8; ALIGNMENT] = bytes.first_chunk().ok_or(InvalidPackedTree::TooShort {
            bytes: bytes.len(),
            needed: ALIGNMENT as u64,
        })?;
        if !Self::begins(header) {
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
        let data_bytes = header[DATA_BYTES_AT..].first_chunk();
        let data_bytes = u64::from_le_bytes(data_bytes.copied().unwrap_or_default());
        if number(6) & !(HAS_CATEGORIES | HAS_DATA) != 0 {
            return Err(InvalidPackedTree::UnknownFlags(number(6)));
        }
        Ok(Self {
            encoding,
            dimensions: number(4),
            boxes: number(5),
            has_categories: number(6) & HAS_CATEGORIES != 0,
            data_bytes: (number(6) & HAS_DATA != 0).then_some(data_bytes),
        })
    }
}

/// The position of each section of a packed tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sections {
    pub(crate) levels: Levels,
    /// The columns of all nodes.
    pub(crate) nodes: Range<usize>,
    /// The ids of the boxes, by position; filled up to a multiple of sixteen.
    pub(crate) ids: Range<usize>,
    /// The positions of the boxes, by id; filled up to a multiple of sixteen.
    pub(crate) positions: Range<usize>,
    /// Sixteen categories for each node; empty if every box is in every category.
    pub(crate) categories: Range<usize>,
    pub(crate) has_data: bool,
    /// Where the data of each box end, by position; empty if the tree has no data.
    pub(crate) data_ends: Range<usize>,
    /// The data of all boxes, by position.
    pub(crate) data: Range<usize>,
    pub(crate) end: usize,
}

impl Sections {
    /// `None` if the tree is larger than the address space.
    pub(crate) fn of<S: Scalar, const D: usize>(header: &PackedTreeHeader) -> Option<Self> {
        let levels = Levels::of(header.boxes);
        let nodes = levels.nodes() as usize;
        let numbers = |nodes: usize| nodes.checked_mul(LANES * size_of::<u32>());
        let per_boxes = numbers(levels.len(0) as usize)?;
        let data_bytes = usize::try_from(header.data_bytes.unwrap_or(0)).ok()?;
        // A multiple of the alignment, because a leaf has sixteen boxes.
        let ends = per_boxes.checked_mul(size_of::<u64>() / size_of::<u32>())?;
        let mut end = ALIGNMENT;
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
            categories: section(usize::from(header.has_categories) * numbers(nodes)?)?,
            has_data: header.data_bytes.is_some(),
            data_ends: section(usize::from(header.data_bytes.is_some()) * ends)?,
            data: section(data_bytes)?,
            end,
        })
    }
}

impl Sections {
    pub(crate) fn ranges(&self) -> [Range<usize>; 6] {
        let [nodes, ids, positions] = [&self.nodes, &self.ids, &self.positions];
        let [categories, ends, data] = [&self.categories, &self.data_ends, &self.data];
        [nodes, ids, positions, categories, ends, data].map(Range::clone)
    }
}

/// The number of bytes of a node: a column for each end of each axis.
pub(crate) const fn node_bytes<S: Scalar, const D: usize>() -> usize {
    2 * D * <S::Lane as Lane>::COLUMN_BYTES
}
