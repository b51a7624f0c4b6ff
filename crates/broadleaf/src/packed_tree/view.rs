//! A packed tree in the caller's bytes.

use super::file::data::Data;
use super::file::format::{PackedTreeHeader, Sections};
use super::file::invalid::InvalidPackedTree;
use super::levels::{CHILDREN, Levels};
use super::node::{Column, PackedNode, retain};
use crate::geometry::{Aabb, Scalar};
use crate::simd::{LANES, Lane, Path};
use crate::store::{Id, to_u32};
use core::marker::PhantomData;

/// A [`PackedTree`](super::PackedTree) in bytes that the caller owns: a file in memory, a memory
/// map, a message.
///
/// The bytes may have any address and are never copied. A view is as fast as the tree itself.
#[derive(Clone, Copy, Debug)]
pub struct PackedTreeView<'a, S: Scalar, const D: usize> {
    pub(super) bytes: &'a [u8],
    pub(super) levels: Levels,
    pub(super) len: u32,
    pub(super) path: Path,
    /// Two columns for each axis of each node.
    nodes: &'a [Column<S>],
    ids: &'a [[[u8; 4]; LANES]],
    positions: &'a [[u8; 4]],
    categories: &'a [[[u8; 4]; LANES]],
    pub(super) data: Option<Data<'a>>,
    scalar: PhantomData<S>,
}

impl<'a, S: Scalar, const D: usize> PackedTreeView<'a, S, D> {
    /// Views the tree in these bytes.
    ///
    /// Checks only the header and the length, which costs O(1): opening a file reads one page of
    /// it. Whatever the other bytes are, no query panics, hangs or reads outside them. If they are
    /// not a tree, queries return wrong results; [`validate`](crate::SpatialIndex::validate) checks
    /// all of them.
    ///
    /// # Errors
    /// If the header is not that of a packed tree of this scalar and number of dimensions, or there
    /// are fewer bytes than the header demands. Additional bytes are ignored.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, InvalidPackedTree> {
        let header = PackedTreeHeader::from_bytes(bytes)?;
        let expected = PackedTreeHeader::new::<S, D>(header.boxes, header.has_categories);
        if header.encoding != expected.encoding {
            return Err(InvalidPackedTree::OtherScalar {
                found: header.encoding,
                expected: expected.encoding,
            });
        }
        if header.dimensions != expected.dimensions {
            return Err(InvalidPackedTree::OtherDimensions {
                found: header.dimensions,
                expected: D,
            });
        }
        let sections = Sections::of::<S, D>(&header).ok_or(InvalidPackedTree::TooLarge {
            boxes: header.boxes,
        })?;
        Self::of_sections(bytes, header.boxes, &sections, Path::fastest()).ok_or(
            InvalidPackedTree::TooShort {
                bytes: bytes.len(),
                needed: sections.end as u64,
            },
        )
    }

    /// `None` if there are too few bytes.
    #[inline]
    pub(super) fn of_sections(
        bytes: &'a [u8],
        len: u32,
        sections: &Sections,
        path: Path,
    ) -> Option<Self> {
        Some(Self {
            bytes: bytes.get(..sections.end)?,
            levels: sections.levels,
            len,
            path,
            nodes: S::Lane::columns(bytes.get(sections.nodes.clone())?),
            ids: numbers(bytes.get(sections.ids.clone())?).as_chunks().0,
            positions: numbers(bytes.get(sections.positions.clone())?),
            categories: numbers(bytes.get(sections.categories.clone())?)
                .as_chunks()
                .0,
            data: Data::of_sections(bytes, sections)?,
            scalar: PhantomData,
        })
    }

    pub(super) fn header(&self) -> PackedTreeHeader {
        PackedTreeHeader {
            data_bytes: self.data.map(|data| data.bytes()),
            ..PackedTreeHeader::new::<S, D>(self.len, self.has_categories())
        }
    }

    /// The greatest id; `None` if the tree is empty.
    ///
    /// The ids are 0, 1, 2 and so on without gaps exactly if the greatest is one less than the
    /// number of boxes. That holds for a tree of a slice, but a file may have other ids. Costs two
    /// reads, however many boxes there are.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PackedTree};
    /// let tree: PackedTree<i32, 2> = [(Id(7), Aabb::point([1, 2]))].into_iter().collect();
    /// assert_eq!(tree.view().greatest_id(), Some(Id(7)));
    /// ```
    #[must_use]
    pub fn greatest_id(&self) -> Option<Id> {
        let last = self.positions().last()?;
        self.id_at(last)
    }

    /// The bytes of the tree, without any additional bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether categories are stored. Without them, every box is in all categories.
    #[must_use]
    #[inline]
    pub fn has_categories(&self) -> bool {
        !self.categories.is_empty()
    }

    /// The node with this index in its level.
    #[inline(always)]
    pub(super) fn node(&self, level: usize, index: u32) -> Option<PackedNode<'a, S, D>> {
        let start = self.levels.number(level, index) * 2 * D;
        PackedNode::new(self.nodes.get(start..start + 2 * D)?)
    }

    /// Whether there may be a box that a query finds, where `admits` is the query's function.
    /// Without stored categories every box has all bits, and only this function tests them.
    #[inline]
    pub(super) fn may_find(&self, admits: impl FnOnce(u32) -> bool) -> bool {
        self.len > 0 && (self.has_categories() || admits(u32::MAX))
    }

    /// The categories of a node's children; `None` if every box is in every category.
    #[inline(always)]
    pub(super) fn categories_of(&self, level: usize, index: u32) -> Option<[u32; LANES]> {
        let categories = self.categories.get(self.levels.number(level, index))?;
        Some(categories.map(u32::from_le_bytes))
    }

    /// Filters lanes of a node by the categories that a query admits.
    #[inline(always)]
    pub(super) fn admitted(
        &self,
        level: usize,
        index: u32,
        bits: u32,
        admits: impl Fn(u32) -> bool,
    ) -> u32 {
        match self.categories_of(level, index) {
            Some(categories) => retain(bits, |lane| admits(categories[lane])),
            None => bits,
        }
    }

    /// The ids of the boxes of a leaf node.
    #[inline(always)]
    pub(super) fn ids_of(&self, index: u32) -> [u32; LANES] {
        let ids = self.ids.get(index as usize);
        ids.map_or([0; LANES], |ids| ids.map(u32::from_le_bytes))
    }

    /// The ids of all boxes below a node, up to sixteen at a time: an array, and the number of its
    /// first elements that count.
    #[inline(always)]
    pub(super) fn ids_below(
        &self,
        level: usize,
        index: u32,
    ) -> impl Iterator<Item = ([u32; LANES], usize)> + 'a {
        let shift = LANES.ilog2() * to_u32(level);
        let start = (index as usize) << shift;
        let end = usize::min(start + (1 << shift), self.ids.len());
        let len = self.len as usize;
        let lists = self.ids.get(start..end).unwrap_or_default();
        lists.iter().enumerate().map(move |(leaf, ids)| {
            let count = usize::min(LANES, len - (start + leaf) * LANES);
            (ids.map(u32::from_le_bytes), count)
        })
    }

    pub(super) fn id_at(&self, position: u32) -> Option<Id> {
        let ids = self.ids.as_flattened().get(..self.len as usize)?;
        let id = ids.get(position as usize)?;
        Some(Id(u32::from_le_bytes(*id)))
    }

    /// The view itself.
    pub(super) fn view(&self) -> Self {
        *self
    }

    /// All ids and boxes, by ascending id.
    pub(super) fn items(self) -> impl Iterator<Item = (Id, Aabb<S, D>)> + 'a {
        let positions = self.positions();
        positions.filter_map(move |position| Some((self.id_at(position)?, self.box_at(position)?)))
    }

    pub(super) fn ids_by_position(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.len).map(|position| self.id_at(position).unwrap_or_default())
    }

    pub(super) fn positions(&self) -> impl ExactSizeIterator<Item = u32> + use<'a, S, D> {
        let positions = self.positions.get(..self.len as usize).unwrap_or_default();
        positions
            .iter()
            .map(|position| u32::from_le_bytes(*position))
    }

    pub(super) fn position(&self, id: Id) -> Option<u32> {
        let positions = self.positions.get(..self.len as usize)?;
        let position = |rank: usize| positions.get(rank).copied().map(u32::from_le_bytes);
        let has_id = |position: &u32| self.id_at(*position) == Some(id);
        // Ids are often 0, 1, 2 and so on.
        let by_rank = position(id.index()).filter(has_id);
        by_rank.or_else(|| {
            let rank = positions
                .partition_point(|position| self.id_at(u32::from_le_bytes(*position)) < Some(id));
            position(rank).filter(has_id)
        })
    }

    /// The box at this position; `None` if its numbers are not a box.
    #[inline]
    pub(super) fn box_at(&self, position: u32) -> Option<Aabb<S, D>> {
        let lane = position as usize % LANES;
        self.node(0, position / CHILDREN)?.child(lane)
    }

    pub(super) fn category_at(&self, position: u32) -> u32 {
        let categories = self.categories_of(0, position / CHILDREN);
        categories.map_or(u32::MAX, |categories| categories[position as usize % LANES])
    }
}

fn numbers(bytes: &[u8]) -> &[[u8; 4]] {
    bytes.as_chunks().0
}
