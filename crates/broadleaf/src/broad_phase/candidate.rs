//! A pair that a step decides.

use super::motion::Transition;
use crate::store::Id;

/// A pair that may have begun or ended: the smaller number, the larger number. A number is a slot
/// or a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(pub(super) Id, pub(super) Id, pub(super) Transition);

impl Candidate {
    /// Both numbers in one, as a function to sort by: a closure would be compiled for each
    /// structure.
    pub(super) fn key(&self) -> u64 {
        u64::from(self.0.0) << 32 | u64::from(self.1.0)
    }
}
