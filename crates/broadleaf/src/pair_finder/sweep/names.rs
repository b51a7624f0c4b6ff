//! What stands for a sorted box in the sweep: its index, its number, or a tag.
//!
//! * Without filters and parts: the **index** in the caller's list. Matches become pairs as they
//!   are.
//! * With filters: the **number** of the box in sweep order, so that what filters compare is in
//!   columns in this order. [`Names`] turns numbers into indices.
//! * In a part: a **tag**, which is the number with the class of the box in the upper bits.

use alloc::vec::Vec;

use crate::pair_finder::order::Sorted;
use crate::simd::Key;
use crate::store::to_u32;
use crate::tiling::MAX_CUT_AXES;

/// A part must have fewer boxes than this. The class of a box is in the upper bits of its tag, one
/// for each axis that is cut, and its number in the part in the lower bits.
pub(crate) const MAX_TAGGED: u32 = 1 << (u32::BITS as usize - MAX_CUT_AXES);

/// The class in a tag.
#[inline(always)]
pub(super) fn class_of(tag: u32) -> u32 {
    tag / MAX_TAGGED
}

/// The number in a tag.
#[inline(always)]
pub(super) fn number_of(tag: u32) -> u32 {
    tag % MAX_TAGGED
}

/// By number, the index of each box in the caller's list, those of a second list after those of the
/// first. Numbers follow the order of the sorted boxes. Empty if boxes have their index instead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(super) indices: Vec<u32>,
    /// Whether boxes have tags, which contain the number.
    pub(super) are_in_tags: bool,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        self.are_in_tags = false;
    }

    /// Replaces the index of every box by its number, and remembers the index.
    pub(super) fn number<K: Key, const D: usize>(&mut self, sorted: &mut Sorted<K, D>) {
        let indices = &mut sorted.boxes.indices[..sorted.boxes.len];
        let first = to_u32(self.indices.len());
        self.indices.extend_from_slice(indices);
        for (number, index) in (first..).zip(indices) {
            *index = number;
        }
    }

    /// Replaces the index of every box of a part by its tag, and remembers the index in the
    /// caller's list. By index in the part, `names` are those indices and `classes` the classes.
    pub(super) fn tag<K: Key, const D: usize>(
        &mut self,
        sorted: &mut Sorted<K, D>,
        names: &[u32],
        classes: &[u8],
    ) {
        self.are_in_tags = true;
        for index in &mut sorted.boxes.indices[..sorted.boxes.len] {
            let in_part = *index as usize;
            *index = u32::from(classes[in_part]) * MAX_TAGGED + to_u32(self.indices.len());
            self.indices.push(names[in_part]);
        }
    }

    /// The number in what a box has, which may be a tag.
    pub(super) fn number_in(&self, number_or_tag: u32) -> usize {
        let number = if self.are_in_tags {
            number_of(number_or_tag)
        } else {
            number_or_tag
        };
        number as usize
    }

    pub(super) fn bytes(&self) -> usize {
        self.indices.capacity() * size_of::<u32>()
    }
}
