//! Conversions between trees and files.

use alloc::vec::Vec;

use super::invalid::{InvalidFlatbush, UnfitForFlatbush};
use super::number::FlatbushNumber;
use super::read::read;
use super::write::write;
use crate::executor::Sequential;
use crate::packed_tree::build::order::Order;
use crate::packed_tree::build::pack::build;
use crate::packed_tree::tree::PackedTree;
use crate::packed_tree::view::PackedTreeView;

impl<S: FlatbushNumber> PackedTree<S, 2> {
    /// Builds the tree of the boxes of a flatbush file of version 3, which npm's `flatbush`, Rust's
    /// `geo-index` and Python's `geoindex-rs` write. The id of a box is the number of the item.
    ///
    /// Checks every byte, and then sorts the boxes, so the tree does not depend on the program that
    /// wrote the file. [`flatbush_encoding`](super::flatbush_encoding) returns the type `S` of a
    /// file.
    ///
    /// # Errors
    /// Names the first wrong byte and its value: see [`InvalidFlatbush`].
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
    ///
    /// let boxes = [Aabb::new([0.0, 0.0], [2.0, 1.0]), Aabb::new([3.0, 3.0], [4.0, 5.0])];
    /// let file: Vec<u8> = PackedTree::from_boxes(&boxes)?.to_flatbush()?;
    ///
    /// let tree = PackedTree::<f64, 2>::from_flatbush(&file)?;
    /// assert_eq!(tree.overlaps(&[3.5, 4.0]), [Id(1)]);
    ///
    /// let error = PackedTree::<f64, 2>::from_flatbush(&file[..100]).unwrap_err();
    /// assert_eq!(error.to_string(), "bytes 4 to 7: 2 items make 110 bytes, but there are 100");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_flatbush(bytes: &[u8]) -> Result<Self, InvalidFlatbush> {
        let boxes = read::<S>(bytes)?;
        Ok(build(&boxes, Order::default(), |number| number, Sequential))
    }

    /// The tree as a flatbush file: see [`PackedTreeView::to_flatbush`].
    ///
    /// # Errors
    /// If the tree is empty, the ids are not 0, 1, 2 and so on, or there are too many boxes.
    pub fn to_flatbush(&self) -> Result<Vec<u8>, UnfitForFlatbush> {
        self.view().to_flatbush()
    }
}

impl<S: FlatbushNumber> PackedTreeView<'_, S, 2> {
    /// The tree as a flatbush file of version 3, with 16 children per node, which npm's `flatbush`,
    /// Rust's `geo-index` and Python's `geoindex-rs` open. The number of an item is the id of its
    /// box. The file has no categories and no data.
    ///
    /// `geo-index` does not open a file with a single item.
    ///
    /// # Errors
    /// If the tree is empty, the ids are not 0, 1, 2 and so on, or there are too many boxes.
    ///
    /// ```
    /// use broadleaf::PackedTree;
    /// use broadleaf::packed_tree::UnfitForFlatbush;
    /// let empty = PackedTree::<f64, 2>::default();
    /// assert_eq!(empty.to_flatbush(), Err(UnfitForFlatbush::Empty));
    /// ```
    pub fn to_flatbush(&self) -> Result<Vec<u8>, UnfitForFlatbush> {
        let item = |position| Some((self.id_at(position)?, self.box_at(position)?));
        let items: Vec<_> = (0..self.len).filter_map(item).collect();
        write(&items)
    }
}
