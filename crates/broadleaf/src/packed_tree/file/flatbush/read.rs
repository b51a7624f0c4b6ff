//! Reads a file and checks every byte.

use alloc::vec;
use alloc::vec::Vec;

use super::invalid::InvalidFlatbush;
use super::layout::{COORDINATES, HEADER, Layout, index_of_node};
use super::number::{FlatbushNumber, encoding};
use crate::geometry::{Aabb, Encoding};

/// The first byte of every flatbush file. Any other byte there is an error, as in every text.
pub(super) const MAGIC: u8 = 0xfb;
/// The version of the format, in the upper half of the second byte. All three libraries write this
/// one.
pub(super) const VERSION: u8 = 3;

/// The type of the coordinates of a flatbush file, from its first two bytes.
///
/// Reads only the header, to find the type to pass to
/// [`from_flatbush`](crate::packed_tree::PackedTree::from_flatbush).
///
/// # Errors
/// If the bytes do not start like a flatbush file of version 3.
///
/// ```
/// use broadleaf::geometry::Encoding;
/// use broadleaf::packed_tree::flatbush_encoding;
/// let header = [0xfb, 0x37, 16, 0, 0, 0, 0, 0];
/// assert_eq!(flatbush_encoding(&header)?, Encoding::Float { bits: 32 });
///
/// let error = flatbush_encoding(b"BLpt").unwrap_err();
/// assert_eq!(error.to_string(), "a flatbush file has a header of 8 bytes, but there are only 4");
/// # Ok::<(), broadleaf::packed_tree::InvalidFlatbush>(())
/// ```
pub fn flatbush_encoding(bytes: &[u8]) -> Result<Encoding, InvalidFlatbush> {
    let &[magic, version_and_type, ..] = header(bytes)?;
    if magic != MAGIC {
        return Err(InvalidFlatbush::Magic(magic));
    }
    let (version, code) = (version_and_type >> 4, version_and_type & 0xf);
    if version != VERSION {
        return Err(InvalidFlatbush::Version(version));
    }
    encoding(code).ok_or(InvalidFlatbush::Type(code))
}

fn header(bytes: &[u8]) -> Result<&[u8; HEADER], InvalidFlatbush> {
    bytes
        .first_chunk()
        .ok_or(InvalidFlatbush::Header { len: bytes.len() })
}

/// The boxes of a file, by the number of the item.
pub(super) fn read<S: FlatbushNumber>(bytes: &[u8]) -> Result<Vec<Aabb<S, 2>>, InvalidFlatbush> {
    let file = File {
        bytes,
        layout: read_layout::<S>(bytes)?,
    };
    let numbers = file.item_numbers::<S>()?;
    let mut boxes = vec![Aabb::from_ordered([S::default(); 2], [S::default(); 2]); numbers.len()];
    for (position, &number) in numbers.iter().enumerate() {
        boxes[number as usize] = file.item(position, number)?;
    }
    file.check_nodes::<S>()?;
    Ok(boxes)
}

/// Checks the header and the number of bytes.
fn read_layout<S: FlatbushNumber>(bytes: &[u8]) -> Result<Layout, InvalidFlatbush> {
    let (file, expected) = (flatbush_encoding(bytes)?, S::ENCODING);
    if file != expected {
        return Err(InvalidFlatbush::OtherScalar { file, expected });
    }
    let &[_, _, low, high, count @ ..] = header(bytes)?;
    let node_size = u16::from_le_bytes([low, high]);
    if node_size < 2 {
        return Err(InvalidFlatbush::NodeSize(node_size));
    }
    let items = u32::from_le_bytes(count);
    let layout = Layout::new(items as usize, node_size.into());
    let (expected, len) = (layout.file_bytes(S::BYTES), bytes.len());
    let mut variants = [layout.clone(), layout.without_root_of_one()].into_iter();
    variants
        .find(|layout| layout.file_bytes(S::BYTES) == len as u64)
        .ok_or(InvalidFlatbush::Length {
            items,
            expected,
            len,
        })
}

/// A file with a valid header and length, so that every position is in range.
struct File<'a> {
    bytes: &'a [u8],
    layout: Layout,
}

impl File<'_> {
    fn box_at<S: FlatbushNumber>(&self, position: usize) -> usize {
        HEADER + position * COORDINATES * S::BYTES
    }

    fn index_at<S: FlatbushNumber>(&self, position: usize) -> usize {
        let width = self.layout.index_bytes();
        let boxes = (self.bytes.len() - HEADER) / (COORDINATES * S::BYTES + width);
        self.box_at::<S>(boxes) + position * width
    }

    fn index<S: FlatbushNumber>(&self, position: usize) -> u32 {
        let bytes = &self.bytes[self.index_at::<S>(position)..];
        match self.layout.index_bytes() {
            2 => u16::read(bytes).into(),
            _ => u32::read(bytes),
        }
    }

    /// The numbers of the items, by position; each occurs once.
    fn item_numbers<S: FlatbushNumber>(&self) -> Result<Vec<u32>, InvalidFlatbush> {
        let count = self.layout.items();
        let (mut numbers, mut taken) = (Vec::with_capacity(count), vec![false; count]);
        for position in 0..count {
            let (at, number) = (self.index_at::<S>(position), self.index::<S>(position));
            let Some(taken) = taken.get_mut(number as usize) else {
                let items = u32::read(&self.bytes[4..]);
                return Err(InvalidFlatbush::ItemNumber { at, number, items });
            };
            if core::mem::replace(taken, true) {
                return Err(InvalidFlatbush::RepeatedItem { at, number });
            }
            numbers.push(number);
        }
        Ok(numbers)
    }

    fn corners<S: FlatbushNumber>(&self, position: usize) -> [[S; 2]; 2] {
        let at = self.box_at::<S>(position);
        let number = |index: usize| S::read(&self.bytes[at + index * S::BYTES..]);
        [[number(0), number(1)], [number(2), number(3)]]
    }

    fn item<S: FlatbushNumber>(
        &self,
        position: usize,
        number: u32,
    ) -> Result<Aabb<S, 2>, InvalidFlatbush> {
        let [min, max] = self.corners::<S>(position);
        // Exact: `f64` has every value of the type.
        let [low, high] = [min, max].map(|corner| corner.map(Into::into));
        Aabb::<f64, 2>::try_new(low, high).map_err(|invalid| InvalidFlatbush::Item {
            at: self.box_at::<S>(position),
            number,
            invalid,
        })?;
        Ok(Aabb::from_ordered(min, max))
    }

    /// Checks that every node has the children that its position gives it, and encloses them.
    fn check_nodes<S: FlatbushNumber>(&self) -> Result<(), InvalidFlatbush> {
        for (node, children) in self.layout.nodes() {
            let (index, expected) = (self.index::<S>(node), index_of_node(children.start));
            if u64::from(index) != expected {
                let at = self.index_at::<S>(node);
                return Err(InvalidFlatbush::Child {
                    at,
                    index,
                    expected,
                });
            }
            let outer = self.corners::<S>(node);
            let mut children = children;
            if let Some(child) = children.find(|&child| !encloses(&outer, &self.corners(child))) {
                return Err(InvalidFlatbush::Node {
                    at: self.box_at::<S>(node),
                    child_at: self.box_at::<S>(child),
                });
            }
        }
        Ok(())
    }
}

/// Whether the first corners are those of a box around the second ones; false if a coordinate is
/// NaN.
fn encloses<S: FlatbushNumber>(outer: &[[S; 2]; 2], inner: &[[S; 2]; 2]) -> bool {
    (0..2).all(|axis| outer[0][axis] <= inner[0][axis] && inner[1][axis] <= outer[1][axis])
}
