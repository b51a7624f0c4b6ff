//! Memory that steps and moves use again.

use alloc::vec::Vec;

use super::candidate::Candidate;
use super::candidates::CandidateFinder;
use super::outcomes::Outcomes;
use crate::geometry::Scalar;
use crate::store::Id;

/// Memory that steps and moves use again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S: Scalar, const D: usize> {
    pub(super) finder: CandidateFinder<S, D>,
    pub(super) candidates: Vec<Candidate>,
    /// Memory for sorting candidates.
    pub(super) spare: Vec<Candidate>,
    pub(super) outcomes: Outcomes,
    /// Outcomes that threads found.
    pub(super) found: Vec<Outcomes>,
    /// Slots whose new boxes the moving and the static structure have not been given yet.
    pub(super) moved: [Vec<Id>; 2],
}

impl<S: Scalar, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            finder: CandidateFinder::default(),
            candidates: Vec::new(),
            spare: Vec::new(),
            outcomes: Outcomes::default(),
            found: Vec::new(),
            moved: [Vec::new(), Vec::new()],
        }
    }
}
