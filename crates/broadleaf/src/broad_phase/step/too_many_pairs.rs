//! The error of a step that would take too much memory.

use core::fmt;

/// A [step](crate::broad_phase::BroadPhase::try_step) needed more pairs than the caller allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooManyPairs {
    /// The limit that the step exceeded.
    pub max_pairs: usize,
}

impl fmt::Display for TooManyPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} pairs change in a step", self.max_pairs)
    }
}

impl core::error::Error for TooManyPairs {}
