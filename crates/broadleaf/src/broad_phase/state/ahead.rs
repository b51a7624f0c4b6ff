//! Which fat boxes reach far ahead of their proxies, because of an announced motion.

use alloc::vec::Vec;

use crate::store::{Id, IdSet};

/// Contains every slot whose fat box is [ahead](super::margin::Margin::is_ahead), and perhaps slots
/// whose fat boxes are not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// The slots that were ahead at the last step. Between two steps, the state of a broad phase
    /// consists of its slots and of the members of this list that have moved.
    pub(crate) due: Vec<Id>,
    /// The slots that moved after the last step.
    pub(crate) moved: IdSet,
}

impl Ahead {
    pub(crate) fn note_move(&mut self, slot: Id) {
        self.moved.insert(slot);
    }

    /// Makes the slots that moved due at the next step.
    pub(crate) fn end_step(&mut self) {
        self.due.clear();
        self.due.extend_from_slice(self.moved.as_slice());
        self.moved.clear();
    }

    /// Whether a slot that is ahead is known.
    pub(crate) fn has(&self, slot: Id) -> bool {
        self.moved.contains(slot) || self.due.contains(&slot)
    }
}
