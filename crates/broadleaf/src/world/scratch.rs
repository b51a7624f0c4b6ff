//! Memory that steps and moves use again.

use alloc::vec::Vec;

use super::candidate::Candidate;
use super::candidates::CandidateFinder;
use super::id::ProxyId;
use crate::geometry::Scalar;
use crate::store::Id;

/// What happened to a pair since the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Began,
    Ended,
    /// It is still there, and the caller's filter decides again.
    Touched,
}

/// What happened to a pair, and whether it is there and no filter refuses it.
pub(super) type Decision = ([ProxyId; 2], Outcome, bool);

/// Memory that steps and moves use again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S: Scalar, const D: usize> {
    pub(super) finder: CandidateFinder<S, D>,
    pub(super) candidates: Vec<Candidate>,
    /// Memory for sorting candidates.
    pub(super) spare: Vec<Candidate>,
    pub(super) outcomes: Vec<Decision>,
    /// Outcomes that threads found.
    pub(super) found: Vec<Vec<Decision>>,
    /// Slots whose new boxes the moving and the static structure have not been given yet.
    pub(super) moved: [Vec<Id>; 2],
}

impl<S: Scalar, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            finder: CandidateFinder::default(),
            candidates: Vec::new(),
            spare: Vec::new(),
            outcomes: Vec::new(),
            found: Vec::new(),
            moved: [Vec::new(), Vec::new()],
        }
    }
}
