//! The boxes of one tile, and their names outside of it.

use alloc::vec::Vec;

use super::operands::Operands;
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;
use crate::tiling::{MAX_CUT_AXES, class};

/// The class of a box is in the upper bits of its tag, its number in the tile in the lower bits.
const NUMBER_BITS: u32 = (u32::MAX >> MAX_CUT_AXES).count_ones();
/// A tile must have fewer boxes than this.
pub(super) const MAX_BOXES: usize = 1 << NUMBER_BITS;

/// The tag of a box. There are fewer than [`MAX_BOXES`].
#[inline(always)]
pub(super) fn tag(class: u32, number: usize) -> u32 {
    class << NUMBER_BITS | to_u32(number)
}

/// The class in a tag.
#[inline(always)]
pub(super) fn class_of(tag: u32) -> u32 {
    tag >> NUMBER_BITS
}

/// The number in a tag.
#[inline(always)]
pub(super) fn number_of(tag: u32) -> usize {
    (tag % (1 << NUMBER_BITS)) as usize
}

/// Copies of the boxes that touch one tile.
#[derive(Clone, Debug)]
pub(super) struct Tile<S: Scalar, const D: usize> {
    /// Where the tile begins.
    low: [S; D],
    /// Boxes of the caller's first list, then those of the second list.
    boxes: Vec<Aabb<S, D>>,
    /// The number of boxes of the first list, if there is a second one.
    first_len: Option<usize>,
    /// The index of each box in the caller's list, plus `offset` in the second list.
    indices: Vec<u32>,
    offset: u32,
    classes: Vec<u8>,
}

impl<S: Scalar, const D: usize> Default for Tile<S, D> {
    fn default() -> Self {
        Self {
            low: [S::MIN; D],
            boxes: Vec::new(),
            first_len: None,
            indices: Vec::new(),
            offset: 0,
            classes: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Tile<S, D> {
    /// Replaces the contents by the boxes of one list, or of two.
    pub(super) fn load<'a>(
        &mut self,
        low: [S; D],
        offset: u32,
        first: impl Iterator<Item = (&'a [u32], &'a [Aabb<S, D>])>,
        second: Option<impl Iterator<Item = (&'a [u32], &'a [Aabb<S, D>])>>,
    ) {
        (self.low, self.offset) = (low, offset);
        self.boxes.clear();
        self.indices.clear();
        self.append(first);
        self.first_len = second.as_ref().map(|_| self.boxes.len());
        self.append(second.into_iter().flatten());
        self.classes.clear();
        let classes = self.boxes.iter().map(|aabb| class(&low, aabb));
        self.classes.extend(classes);
    }

    /// Replaces the contents by the boxes of one list, or of two. They own all of their pairs.
    pub(super) fn load_all(
        &mut self,
        offset: u32,
        first: impl Iterator<Item = (u32, Aabb<S, D>)>,
        second: Option<impl Iterator<Item = (u32, Aabb<S, D>)>>,
    ) {
        (self.low, self.offset) = ([S::MIN; D], offset);
        self.boxes.clear();
        self.indices.clear();
        self.first_len = None;
        self.append_boxes(first);
        if let Some(second) = second {
            self.first_len = Some(self.boxes.len());
            self.append_boxes(second);
        }
        self.classes.clear();
        self.classes.resize(self.boxes.len(), 0);
    }

    fn append_boxes(&mut self, boxes: impl Iterator<Item = (u32, Aabb<S, D>)>) {
        for (index, aabb) in boxes {
            self.indices.push(index);
            self.boxes.push(aabb);
        }
    }

    fn append<'a>(&mut self, parts: impl Iterator<Item = (&'a [u32], &'a [Aabb<S, D>])>) {
        for (indices, boxes) in parts {
            self.indices.extend_from_slice(indices);
            self.boxes.extend_from_slice(boxes);
        }
    }

    pub(super) fn operands(&self) -> Operands<'_, [Aabb<S, D>], [Aabb<S, D>]> {
        let split = self
            .boxes
            .split_at_checked(self.first_len.unwrap_or(usize::MAX));
        match split {
            Some((first, second)) => Operands::known(first, Some(second)),
            None => Operands::known(&self.boxes[..], None),
        }
    }

    /// The class of a box, and its index in the caller's list.
    #[inline(always)]
    pub(super) fn class_and_name(&self, index: u32) -> (u32, u32) {
        let index = index as usize;
        (u32::from(self.classes[index]), self.indices[index])
    }

    pub(super) fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The index that stands for the first box of the caller's second list.
    pub(super) fn offset(&self) -> u32 {
        self.offset
    }

    pub(super) fn low(&self) -> &[S; D] {
        &self.low
    }

    pub(super) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.indices.capacity() * size_of::<u32>()
            + self.classes.capacity()
    }
}
