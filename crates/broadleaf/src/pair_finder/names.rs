//! Numbers of sorted boxes.

use alloc::vec::Vec;

use super::tile::number_of;

/// By number, the index of each box in the caller's list, those of a second list after those of the
/// first. Numbers follow the order of the sorted boxes. Empty if boxes have their index instead.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) indices: Vec<u32>,
    /// Whether boxes have tags, which contain the number.
    pub(super) are_in_tags: bool,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        self.are_in_tags = false;
    }

    /// The number in what a box has, which may be a tag.
    pub(super) fn number(&self, number_or_tag: u32) -> usize {
        if self.are_in_tags {
            number_of(number_or_tag)
        } else {
            number_or_tag as usize
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.indices.capacity() * size_of::<u32>()
    }
}
