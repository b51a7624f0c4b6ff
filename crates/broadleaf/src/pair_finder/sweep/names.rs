//! The name of a sorted box in the sweep: its index, its number, or a tag.
//!
//! * Without filters and parts: the **index** in the caller's list. Matches become pairs directly.
//! * With filters: the **number** of the box in sweep order, which is also the order of the columns
//!   of [`Labels`](super::labels::Labels). [`Names`] maps numbers to indices.
//! * In a part: a **tag**, which has the class of the box in the upper bits and its number below.

use alloc::vec::Vec;

use crate::pair_finder::order::Sorted;
use crate::simd::Key;
use crate::store::to_u32;
use crate::tiling::MAX_CUT_AXES;

/// A part must have fewer boxes than this: the upper bits of a tag are the class, one bit for each
/// axis that may be cut, and only the lower bits are left for the number.
pub(crate) const MAX_TAGGED: u32 = 1 << (u32::BITS as usize - MAX_CUT_AXES);

#[inline(always)]
pub(super) fn class_of(tag: u32) -> u32 {
    tag / MAX_TAGGED
}

#[inline(always)]
pub(super) fn number_of(tag: u32) -> u32 {
    tag % MAX_TAGGED
}

/// By number, the index of each box in the caller's list. The second list is numbered after the
/// first. Empty if the index is the name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(super) indices: Vec<u32>,
    /// Whether boxes have tags.
    pub(super) are_in_tags: bool,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        self.are_in_tags = false;
    }

    /// Renames every box from its index to its number.
    pub(super) fn number<K: Key, const D: usize>(&mut self, sorted: &mut Sorted<K, D>) {
        let indices = &mut sorted.boxes.indices[..sorted.boxes.len];
        let first = to_u32(self.indices.len());
        self.indices.extend_from_slice(indices);
        for (number, index) in (first..).zip(indices) {
            *index = number;
        }
    }

    /// Renames every box of a part from its index in the part to its tag. By index in the part,
    /// `names` are the indices in the caller's list and `classes` the classes.
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

    /// The number in the name of a box that has a number or a tag.
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
