//! Slots with a number each, as a sorted list. Each is one number: to sort these takes no code of
//! its own.

use alloc::vec::Vec;

use crate::store::Id;

/// At most one number for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberedSlots(Vec<u64>);

impl NumberedSlots {
    /// Replaces all slots and their numbers.
    pub(crate) fn replace(&mut self, slots: impl Iterator<Item = (Id, Id)>) {
        self.0.clear();
        self.0.extend(slots.map(pack));
        self.0.sort_unstable();
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The number of a slot.
    pub(crate) fn get(&self, slot: Id) -> Option<Id> {
        let found = self.0.partition_point(|&packed| unpack(packed).0 < slot);
        let (found, number) = unpack(*self.0.get(found)?);
        (found == slot).then_some(number)
    }

    /// All slots and their numbers, by slot.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, Id)> {
        self.0.iter().copied().map(unpack)
    }
}

fn pack((slot, number): (Id, Id)) -> u64 {
    u64::from(slot.0) << 32 | u64::from(number.0)
}

#[expect(clippy::cast_possible_truncation, reason = "each half is an id")]
fn unpack(packed: u64) -> (Id, Id) {
    (Id((packed >> 32) as u32), Id(packed as u32))
}

#[cfg(test)]
#[path = "tests/numbered_slots.rs"]
mod tests;
