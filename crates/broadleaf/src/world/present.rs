//! The present fat boxes of proxies.

use alloc::vec::Vec;

use super::mobility::Mobility;
use super::state::Motion;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// Fat boxes and the slots of their proxies.
#[derive(Clone, Debug)]
pub(super) struct Present<S, const D: usize> {
    pub(super) boxes: Vec<Aabb<S, D>>,
    pub(super) slots: Vec<Id>,
}

impl<S, const D: usize> Default for Present<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            slots: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Present<S, D> {
    /// Gathers the boxes of all proxies that have not changed and are not static.
    pub(super) fn gather_unchanged(&mut self, motions: &[Motion<S, D>]) {
        self.boxes.clear();
        self.slots.clear();
        for (slot, motion) in (0..).map(Id).zip(motions) {
            let moves = |mobility| mobility != Mobility::Static;
            if motion.mobility.is_some_and(moves) && !motion.has_changed() {
                self.boxes.push(motion.now);
                self.slots.push(slot);
            }
        }
    }
}
