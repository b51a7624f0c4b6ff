//! The slots where more than the box changed since the last step.

use alloc::vec::Vec;

use crate::broad_phase::state::records::SlotRecords;
use crate::geometry::Scalar;
use crate::store::Id;

/// The slots whose pairs do not depend on the overlaps of boxes alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsteady {
    /// Whether each slot is unsteady, which a merge reads for every pair. An `IdSet`, with two
    /// reads per slot, would cost a tenth of a step in which some proxies fall asleep.
    marks: Vec<bool>,
    slots: Vec<Id>,
    /// The slots whose proxies of the last step were removed, each with the index of that change,
    /// sorted. A slot may already hold another proxy, with another change.
    removed: Vec<(Id, Id)>,
}

impl Unsteady {
    /// Replaces the slots by those of a step. Costs nothing in a step in which only boxes changed.
    pub(crate) fn replace<S: Scalar, const D: usize>(&mut self, records: SlotRecords<'_, S, D>) {
        for slot in self.slots.drain(..) {
            self.marks[slot.index()] = false;
        }
        self.removed.clear();
        if records.kinds.has_unsteady {
            let unsteady = records.changes.iter().filter(|change| !change.steady);
            self.slots.extend(unsteady.map(|change| change.id.id()));
        }
        if records.kinds.has_departed {
            let changes = (0..).map(Id).zip(records.changes);
            let removed = changes.filter(|(_, change)| {
                change.before.is_some() && records.state(change.id).is_none()
            });
            let removed = removed.map(|(index, change)| (change.id.id(), index));
            self.removed.extend(removed);
            self.removed.sort_unstable();
            self.slots.extend(self.removed.iter().map(|(slot, _)| slot));
        }
        if !self.slots.is_empty() {
            let len = self.marks.len().max(records.statuses.len());
            self.marks.resize(len, false);
        }
        for slot in &self.slots {
            self.marks[slot.index()] = true;
        }
    }

    /// Whether nothing but boxes changed.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    #[inline]
    pub(crate) fn has(&self, slot: Id) -> bool {
        self.marks[slot.index()]
    }

    /// The change that removed the proxy of the last step from a slot.
    pub(crate) fn removal_in(&self, slot: Id) -> Option<Id> {
        let found = self.removed.binary_search_by_key(&slot, |(slot, _)| *slot);
        found.ok().map(|found| self.removed[found].1)
    }

    /// All slots whose proxies of the last step were removed, each with the index of that change.
    pub(crate) fn removals(&self) -> impl Iterator<Item = (Id, Id)> {
        self.removed.iter().copied()
    }
}
