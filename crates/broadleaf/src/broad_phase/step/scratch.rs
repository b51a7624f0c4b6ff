//! Memory that steps and moves use again.

use alloc::vec::Vec;

use super::outcomes::Outcomes;
use super::pair_lists::PairLists;
use super::search::ChangeSearch;
use super::tuning::{MOVING_PER_CHANGE, STATIC_PER_CHANGE};
use super::unsteady::Unsteady;
use crate::geometry::Scalar;
use crate::pair_finder::PairFinder;
use crate::store::Id;

/// Memory that steps and moves use again.
#[derive(Clone, Debug)]
pub(crate) struct StepScratch<S: Scalar, const D: usize> {
    pub(crate) finder: PairFinder<S, D>,
    pub(crate) lists: PairLists<S, D>,
    pub(crate) steps_without_lists: u32,
    pub(crate) search: ChangeSearch<S, D>,
    pub(crate) unsteady: Unsteady,
    pub(crate) outcomes: Outcomes,
    /// Outcomes that threads found.
    pub(crate) found: Vec<Outcomes>,
    /// Slots whose new boxes the moving and the static structure have not been given yet.
    pub(crate) moved: [Vec<Id>; 2],
    /// [`MOVING_PER_CHANGE`] and [`STATIC_PER_CHANGE`], except in tests.
    pub(crate) boxes_per_change: [usize; 2],
}

impl<S: Scalar, const D: usize> Default for StepScratch<S, D> {
    fn default() -> Self {
        Self {
            finder: PairFinder::default(),
            lists: PairLists::default(),
            steps_without_lists: 0,
            search: ChangeSearch::default(),
            unsteady: Unsteady::default(),
            outcomes: Outcomes::default(),
            found: Vec::new(),
            moved: [Vec::new(), Vec::new()],
            boxes_per_change: [MOVING_PER_CHANGE, STATIC_PER_CHANGE],
        }
    }
}
