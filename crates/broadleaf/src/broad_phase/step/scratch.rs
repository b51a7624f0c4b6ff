//! Scratch memory of steps and moves.

use alloc::vec::Vec;

use super::outcomes::Outcomes;
use super::pair_lists::PairLists;
use super::search::ChangeSearch;
use super::unsteady::Unsteady;
use crate::broad_phase::state::id::ProxyId;
use crate::geometry::Scalar;
use crate::pair_finder::PairFinder;
use crate::store::Id;

#[derive(Clone, Debug, Default)]
pub(crate) struct StepScratch<S: Scalar, const D: usize> {
    pub(crate) finder: PairFinder<S, D>,
    pub(crate) lists: PairLists<S, D>,
    pub(crate) steps_without_lists: u32,
    pub(crate) search: ChangeSearch<S, D>,
    pub(crate) unsteady: Unsteady,
    pub(crate) outcomes: Outcomes,
    /// Outcomes that threads found.
    pub(crate) found: Vec<Outcomes>,
    /// Scratch memory to sort outcomes.
    pub(crate) spare_pairs: Vec<[ProxyId; 2]>,
    /// Slots whose new boxes the moving and the static structure do not have yet.
    pub(crate) moved: [Vec<Id>; 2],
    /// Set in tests, to replace `BOXES_PER_CHANGE`.
    pub(crate) boxes_per_change: Option<[usize; 2]>,
}
