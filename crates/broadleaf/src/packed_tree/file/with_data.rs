//! Trees with the caller's data for each box.

use super::format::PackedTreeHeader;
use crate::geometry::Scalar;
use crate::packed_tree::tree::PackedTree;
use crate::packed_tree::view::PackedTreeView;
use crate::store::Id;
use alloc::vec::Vec;

impl<'a, S: Scalar, const D: usize> PackedTreeView<'a, S, D> {
    /// The data of a box; `None` if there is no such box, or the tree has no data. Costs O(1).
    ///
    /// Also `None` if the bytes are invalid and the data of the box lie outside their section,
    /// which [`validate`](crate::SpatialIndex::validate) reports.
    #[must_use]
    pub fn data(&self, id: Id) -> Option<&'a [u8]> {
        self.data.as_ref()?.get(self.position(id)? as usize)
    }

    /// Whether the tree has data; those of a single box may be empty.
    #[must_use]
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }
}

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// Stores data of the caller for each box: a name, a record, a key. The tree keeps and writes
    /// the bytes as they are. They replace any previous data.
    ///
    /// `data` is called once for each box, in the order in which the boxes are stored. Costs a copy
    /// of the tree, and 8 bytes per box for the position where its data end.
    ///
    /// # Panics
    /// If the tree with its data is larger than the address space.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PackedTree, PackedTreeView, SpatialIndex};
    ///
    /// let cities = ["Bern", "Oslo", "Rome"];
    /// let places = [[7.4, 46.9], [10.8, 59.9], [12.5, 41.9]].map(Aabb::point);
    /// let tree = PackedTree::from_boxes(&places)?.with_data(|id| cities[id.index()].as_bytes());
    ///
    /// let view = PackedTreeView::<f64, 2>::from_bytes(tree.as_bytes())?;
    /// let nearest = view.nearest(&[11.0, 43.0]).unwrap();
    /// assert_eq!(view.data(nearest.id), Some(&b"Rome"[..]));
    /// assert_eq!(view.data(Id(7)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_data<'d>(mut self, data: impl FnMut(Id) -> &'d [u8]) -> Self {
        let data: Vec<_> = self.view().ids_by_position().map(data).collect();
        let lengths = data.iter().map(|data| data.len() as u64);
        let header = PackedTreeHeader {
            data_bytes: Some(lengths.fold(0, u64::saturating_add)),
            ..self.view().header()
        };
        self.set_header(&header);
        write_ends(&mut self.bytes[self.sections.data_ends.clone()], &data);
        let mut rest = &mut self.bytes[self.sections.data.clone()];
        for data in data {
            let (here, behind) = rest.split_at_mut(data.len());
            here.copy_from_slice(data);
            rest = behind;
        }
        self
    }

    /// The data of a box; `None` if there is no such box, or the tree has no data. Costs O(1).
    #[must_use]
    pub fn data(&self, id: Id) -> Option<&[u8]> {
        self.view().data(id)
    }

    /// Whether the tree has data; those of a single box may be empty.
    #[must_use]
    pub fn has_data(&self) -> bool {
        self.view().has_data()
    }
}

/// Writes where the data of each box end.
fn write_ends(bytes: &mut [u8], data: &[&[u8]]) {
    let mut end = 0;
    for (bytes, data) in bytes.as_chunks_mut().0.iter_mut().zip(data) {
        end += data.len() as u64;
        *bytes = end.to_le_bytes();
    }
}
