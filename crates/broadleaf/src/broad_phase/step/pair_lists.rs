//! All overlapping pairs, before and now, for steps in which much moved.
//!
//! The current list is kept as the previous list of the next step, unless something other than a
//! step comes between.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::overlaps::{OverlapSearch, PairKey};
use super::trim::trim;
use super::tuning::COST_OF_PAIR;
use super::unsteady::Unsteady;
use crate::broad_phase::state::filters::SlotFilters;
use crate::broad_phase::state::proxy::{State, Status};
use crate::broad_phase::state::records::SlotRecords;
use crate::geometry::Scalar;
use crate::pair_finder::{FindKeys, PairFinder};
use crate::store::Id;

/// The pairs that a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) key: PairKey,
    /// Whether the list includes the pairs of static proxies.
    pub(crate) with_static: bool,
}

/// All pairs of a scope, sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownPairs<'a> {
    pub(crate) scope: Scope,
    keys: &'a [u64],
}

impl KnownPairs<'_> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = [Id; 2]> {
        self.keys.iter().map(|&key| self.scope.key.unpack(key))
    }
}

/// The overlapping pairs of the last step and the current ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairLists<S, const D: usize> {
    before: Vec<u64>,
    pub(crate) after: Vec<u64>,
    /// The scope of `after` if it has the pairs of the last step.
    kept: Option<Scope>,
    /// The value of `kept` after the end of the step.
    next: Option<Scope>,
    search: OverlapSearch<S, D>,
    /// Set in tests, to keep nothing.
    pub(crate) keeps_nothing: bool,
}

impl<S: Scalar, const D: usize> PairLists<S, D> {
    /// Drops what an unfinished step found: the caller's filter panicked.
    pub(crate) fn begin_step(&mut self) {
        self.next = None;
    }

    /// Ends the step: the current pairs become those of the last step.
    pub(crate) fn end_step(&mut self) {
        if let Some(scope) = self.next.take() {
            self.kept = Some(scope);
            trim(&mut self.before);
            trim(&mut self.after);
        }
    }

    /// Notes that the next step does not follow the last comparison.
    pub(crate) fn forget(&mut self) {
        self.kept = None;
        self.next = None;
    }

    /// The pairs of the last step, sorted, if they are known.
    pub(crate) fn known(&self) -> Option<KnownPairs<'_>> {
        Some(KnownPairs {
            scope: self.kept?,
            keys: &self.after,
        })
    }

    pub(crate) fn free(&mut self) {
        *self = Self {
            keeps_nothing: self.keeps_nothing,
            ..Self::default()
        };
    }

    /// Finds the pairs before and now: of the moving proxies and the static ones that changed, or
    /// of all proxies. Breaks beyond `most` pairs.
    pub(crate) fn find(
        &mut self,
        executor: impl FindKeys,
        records: SlotRecords<'_, S, D>,
        unsteady: &Unsteady,
        scope: Scope,
        finder: &mut PairFinder<S, D>,
        most: usize,
    ) -> ControlFlow<()> {
        // If static proxies changed, the lists depend on this step's changes and are not kept.
        let is_closed = scope.with_static || !records.kinds.has_static;
        let is_kept = is_closed && self.kept == Some(scope) && !self.keeps_nothing;
        self.forget();
        self.next = is_closed.then_some(scope);
        mem::swap(&mut self.before, &mut self.after);
        self.search.limit(most);
        if !is_kept {
            self.gather(records, scope, |slot| records.state_before(slot));
            for (slot, change) in unsteady.removals() {
                if let Some(before) = &records.changes[change.index()].before {
                    self.search.push_state(slot, before);
                }
            }
            // Filters may have changed. The law applies the current ones to every pair that ends.
            let filters = &SlotFilters::default();
            self.search
                .find_keys(executor, finder, filters, scope.key, &mut self.before);
        }
        self.gather(records, scope, |slot| records.state_in(slot));
        self.search.find_keys(
            executor,
            finder,
            records.filters,
            scope.key,
            &mut self.after,
        );
        self.search.break_if_cut()
    }

    /// Gathers the fat boxes of all proxies that take part, in the given states.
    fn gather(
        &mut self,
        records: SlotRecords<'_, S, D>,
        scope: Scope,
        state: impl Fn(Id) -> Option<State<S, D>>,
    ) {
        self.search.clear();
        for (slot, status) in (0..).map(Id).zip(records.statuses) {
            if takes_part(status, scope.with_static)
                && let Some(state) = state(slot)
            {
                self.search.push_state(slot, &state);
            }
        }
    }

    /// The pairs of one piece of work: between the same two numbers in both lists.
    pub(crate) fn piece(&self, piece: usize) -> [&[u64]; 2] {
        let (before, after) = (&self.before[..], &self.after[..]);
        let start = |piece: usize| {
            let start = piece * COST_OF_PAIR.piece();
            match after.get(start) {
                _ if piece == 0 => [0, 0],
                Some(&first) => [before.partition_point(|&key| key < first), start],
                None => [before.len(), after.len()],
            }
        };
        let ([b, a], [b_end, a_end]) = (start(piece), start(piece + 1));
        [&before[b..b_end], &after[a..a_end]]
    }

    /// Pieces of work, at least one.
    pub(crate) fn pieces(&self) -> usize {
        COST_OF_PAIR.pieces(self.after.len()).max(1)
    }
}

/// Whether a proxy takes part in a comparison. If proxies may be asleep, static proxies do not take
/// part unless they change, and neither do sleeping ones.
fn takes_part(status: &Status, with_static: bool) -> bool {
    status
        .mobility
        .is_some_and(|mobility| with_static || !mobility.is_fixed() || status.has_changed())
}
