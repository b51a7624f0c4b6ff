//! The number of sampled boxes in each cell.

use alloc::vec::Vec;

/// A hash table with open addressing that is at most half full. Faster than sorting the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct CellCounts {
    /// Cells and their numbers of boxes; a free entry has 0 boxes.
    entries: Vec<(u64, u32)>,
}

impl CellCounts {
    /// Removes all boxes, and makes room for `len` of them.
    pub(super) fn reset(&mut self, len: usize) {
        self.entries.clear();
        self.entries.resize((2 * len).next_power_of_two(), (0, 0));
    }

    /// Adds a box. Returns the number of boxes already in its cell.
    #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
    pub(super) fn add(&mut self, cell: u64) -> u32 {
        let mask = self.entries.len() - 1;
        // Fibonacci hashing.
        let hash = cell.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = hash.rotate_left(u32::BITS) as usize & mask;
        loop {
            let (other, count) = &mut self.entries[slot];
            if *count == 0 || *other == cell {
                *other = cell;
                *count += 1;
                return *count - 1;
            }
            slot = (slot + 1) & mask;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(u64, u32)>()
    }
}
