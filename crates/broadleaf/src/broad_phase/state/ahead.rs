//! Which fat boxes reach far ahead of their proxies, for a motion that was announced.

use alloc::vec::Vec;

use crate::store::{Id, IdSet};

/// The slots with fat boxes that are [ahead](super::margin::Margin::is_ahead): each is in one of
/// these. Others may be there that were, but not any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// Those that were ahead at the last step. Between two steps, all that the state of a broad
    /// phase has besides its slots is which of these moved since.
    pub(crate) due: Vec<Id>,
    /// Those that moved since the last step.
    pub(crate) moved: IdSet,
}

impl Ahead {
    pub(crate) fn note_move(&mut self, slot: Id) {
        self.moved.insert(slot);
    }

    /// Makes what moved since the last step due at the next one.
    pub(crate) fn end_step(&mut self) {
        self.due.clear();
        self.due.extend_from_slice(self.moved.as_slice());
        self.moved.clear();
    }

    /// Whether a slot that is ahead is among these.
    pub(crate) fn has(&self, slot: Id) -> bool {
        self.moved.contains(slot) || self.due.contains(&slot)
    }
}
