//! Part of the second step of the sort: the first box of every pencil.

use super::record::{Record, key_of};
use crate::store::to_u32;

/// Most pencils have fewer boxes than a few times this number, or far more.
const FIRST_STEP: usize = 16;

/// Finds the first box of each pencil among sorted records, as soon as they are sorted.
pub(super) struct FindStarts<'a> {
    /// One slot for each pencil.
    pub(super) starts: &'a mut [u32],
    /// The pencil of the first slot.
    pub(super) pencil: u32,
    /// The number of boxes before the first record.
    pub(super) before: usize,
    /// The number of lower bits of a key that hold the position along the pencil.
    pub(super) position_bits: u32,
}

impl FindStarts<'_> {
    /// Removes the pencils whose least key is below `end` and returns them, for the first `len`
    /// records: all whose keys are below `end`.
    pub(super) fn take_first(&mut self, len: usize, end: u64) -> Self {
        let pencils = end.div_ceil(1 << self.position_bits) - u64::from(self.pencil);
        let pencils = usize::try_from(pencils).unwrap_or(usize::MAX);
        let starts = self.starts.split_off_mut(..pencils.min(self.starts.len()));
        let starts = starts.unwrap_or_default();
        let (pencil, before) = (self.pencil, self.before);
        self.pencil += to_u32(starts.len());
        self.before += len;
        Self {
            starts,
            pencil,
            before,
            ..*self
        }
    }

    /// Fills the slots.
    pub(super) fn run(self, records: &[Record]) {
        let mut first = 0;
        for (pencil, start) in (self.pencil..).zip(self.starts) {
            first += find_start(&records[first..], pencil, self.position_bits);
            *start = to_u32(self.before + first);
        }
    }
}

/// The first record of a pencil or of a later one. Searched in steps that double, because it is
/// near.
fn find_start(records: &[Record], pencil: u32, position_bits: u32) -> usize {
    let is_before = |&record: &Record| key_of(record) >> position_bits < pencil;
    let (mut low, mut step) = (0, FIRST_STEP);
    while records.get(low + step).is_some_and(is_before) {
        low += step;
        step *= 2;
    }
    let end = records.len().min(low + step);
    low + records[low..end].partition_point(is_before)
}
