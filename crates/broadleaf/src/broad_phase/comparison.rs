//! What happened to the pairs of a broad phase of which much has moved: the overlapping pairs of
//! the last step, compared with those of now.
//!
//! Both are sorted lists of keys. No box is looked at: a pair in one list has begun or ended, a
//! pair in both has not changed, and only where more than boxes changed does a pair need a closer
//! look. The list of now is kept, and is that of the last step in the next comparison.

use alloc::vec::Vec;
use core::mem;

use super::candidate::Candidate;
use super::filters::Filters;
use super::merge::Merge;
use super::mobility::Mobility;
use super::numbered_slots::NumberedSlots;
use super::overlaps::{Boxes, Key};
use super::records::{Kinds, Records};
use super::state::{State, Status};
use super::trim::trim;
use crate::geometry::Scalar;
use crate::pair_finder::{FindKeys, PairFinder};
use crate::store::Id;

/// The number of pairs that are compared as one piece of work.
const PIECE: usize = 1 << 15;

/// What the list of overlapping pairs is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scope {
    key: Key,
    /// Whether the pairs of static proxies are among them.
    with_static: bool,
}

/// Compares the overlapping pairs of the last step with those of now.
#[derive(Clone, Debug)]
pub(super) struct Comparison<S, const D: usize> {
    /// The pairs of the last step.
    then: Vec<u64>,
    pub(super) now: Vec<u64>,
    /// The scope of `now` if it has the pairs of the last step.
    kept: Option<Scope>,
    /// What `kept` will be when the step ends.
    next: Option<Scope>,
    /// By slot, whether more than the box may have changed. Empty if that is so for none.
    unsteady: Vec<bool>,
    /// The slots of proxies that are gone, each with the number of its ghost.
    ghosts: NumberedSlots,
    pub(super) boxes: Boxes<S, D>,
    found: Vec<Vec<Candidate>>,
    /// False in tests: nothing is kept then.
    pub(super) keeps_pairs: bool,
}

impl<S, const D: usize> Default for Comparison<S, D> {
    fn default() -> Self {
        Self {
            then: Vec::new(),
            now: Vec::new(),
            kept: None,
            next: None,
            unsteady: Vec::new(),
            ghosts: NumberedSlots::default(),
            boxes: Boxes::default(),
            found: Vec::new(),
            keeps_pairs: true,
        }
    }
}

impl<S: Scalar, const D: usize> Comparison<S, D> {
    /// Drops what a step found that did not end, because the caller's filter panicked.
    pub(super) fn begin_step(&mut self) {
        self.next = None;
    }

    /// Notes that the step has ended: the pairs of now are those of the last step.
    pub(super) fn end_step(&mut self) {
        if let Some(scope) = self.next.take() {
            self.kept = Some(scope);
            trim(&mut self.then);
            trim(&mut self.now);
        }
    }

    /// Notes that the next step does not follow on the last comparison.
    pub(super) fn forget(&mut self) {
        self.kept = None;
        self.next = None;
    }

    /// Adds every pair that may have begun or ended to the candidates: of the moving proxies and
    /// the static ones that changed, or of all proxies. Returns whether they are certainly in
    /// order, each pair once.
    pub(super) fn find(
        &mut self,
        executor: impl FindKeys,
        records: Records<'_, S, D>,
        with_static: bool,
        finder: &mut PairFinder<S, D>,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let scope = Scope {
            key: Key::of(records.statuses.len()),
            with_static,
        };
        let is_closed = with_static || !records.kinds.has_static;
        let is_kept = is_closed && self.kept == Some(scope) && self.keeps_pairs;
        self.forget();
        self.next = is_closed.then_some(scope);
        self.find_ghosts(records);
        mem::swap(&mut self.then, &mut self.now);
        if !is_kept {
            self.gather_then(records, with_static);
            // Filters may have changed. Those of now are asked about every pair that ends.
            let filters = &Filters::default();
            self.boxes
                .find_keys(executor, finder, filters, scope.key, &mut self.then);
        }
        self.find_now(executor, records, scope, finder);
        self.compare(executor, scope.key, candidates)
    }

    /// Finds the pairs of now, and the slots that are not steady.
    fn find_now(
        &mut self,
        executor: impl FindKeys,
        records: Records<'_, S, D>,
        Scope { key, with_static }: Scope,
        finder: &mut PairFinder<S, D>,
    ) {
        let Records { fats, filters, .. } = records;
        self.find_unsteady(records);
        if are_dynamic(records.statuses) {
            let Self { boxes, now, .. } = self;
            return boxes.find_keys_of_all(executor, finder, fats, filters, key, now);
        }
        self.gather(records, with_static, |slot| records.state_in(slot));
        let Self { boxes, now, .. } = self;
        boxes.find_keys(executor, finder, filters, key, now);
    }

    /// Notes the slots about which more than the box may have changed.
    fn find_unsteady(&mut self, records: Records<'_, S, D>) {
        self.unsteady.clear();
        let Kinds {
            has_departed,
            has_unsteady,
            ..
        } = records.kinds;
        if !has_departed && !has_unsteady {
            return;
        }
        self.unsteady.resize(records.statuses.len(), false);
        for change in records.changes {
            self.unsteady[change.id.id().index()] |= !change.steady;
        }
        for (slot, _) in self.ghosts.iter() {
            self.unsteady[slot.index()] = true;
        }
    }

    fn find_ghosts(&mut self, records: Records<'_, S, D>) {
        self.ghosts.clear();
        if !records.kinds.has_departed {
            return;
        }
        let changes = (records.statuses.len()..).zip(records.changes);
        let gone = changes
            .filter(|(_, change)| change.before.is_some() && records.state(change.id).is_none());
        let ghosts = gone.map(|(ghost, change)| (change.id.id(), Id::at(ghost)));
        self.ghosts.replace(ghosts);
    }

    /// Gathers the fat boxes of the last step.
    fn gather_then(&mut self, records: Records<'_, S, D>, with_static: bool) {
        self.gather(records, with_static, |slot| records.state_before(slot));
        for (slot, ghost) in self.ghosts.iter() {
            if let Some(before) = &records.changes[ghost.index() - records.statuses.len()].before {
                self.boxes.push_state(slot, before);
            }
        }
    }

    /// Gathers the fat boxes of the states of all proxies that take part.
    fn gather(
        &mut self,
        records: Records<'_, S, D>,
        with_static: bool,
        state: impl Fn(Id) -> Option<State<S, D>>,
    ) {
        self.boxes.clear();
        for (slot, status) in (0..).map(Id).zip(records.statuses) {
            if takes_part(status, with_static)
                && let Some(state) = state(slot)
            {
                self.boxes.push_state(slot, &state);
            }
        }
    }

    /// Compares both lists, piece by piece. What is found is in order unless there are ghosts,
    /// whose numbers are not those of slots.
    fn compare(
        &mut self,
        executor: impl FindKeys,
        key: Key,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let (then, now) = (&self.then[..], &self.now[..]);
        let merge = Merge {
            key,
            are_all_steady: !self.unsteady.contains(&true),
            unsteady: &self.unsteady,
            ghosts: &self.ghosts,
        };
        let count = now.len().div_ceil(PIECE).max(1);
        // Where a piece begins in both lists.
        let start = |piece: usize| match now.get(piece * PIECE) {
            Some(&first) if piece > 0 => [then.partition_point(|&key| key < first), piece * PIECE],
            _ if piece == 0 => [0, 0],
            _ => [then.len(), now.len()],
        };
        executor.append(count, &mut self.found, candidates, |piece, found| {
            let ([then_start, now_start], [then_end, now_end]) = (start(piece), start(piece + 1));
            merge.run(&then[then_start..then_end], &now[now_start..now_end], found);
        });
        merge.are_all_steady
    }
}

/// Whether a proxy takes part in a comparison. Not with static ones if proxies may be asleep: those
/// that are do not take part unless they change.
fn takes_part(status: &Status, with_static: bool) -> bool {
    status
        .mobility
        .is_some_and(|mobility| with_static || !mobility.is_fixed() || status.has_changed())
}

/// Whether there is a dynamic proxy in every slot.
pub(super) fn are_dynamic(statuses: &[Status]) -> bool {
    let are_dynamic = |some: &[Status]| {
        let is_dynamic = |status: &Status| status.mobility == Some(Mobility::Dynamic);
        // Without a branch for each, so that the compiler makes vectors of the loop.
        some.iter().fold(true, |all, one| all & is_dynamic(one))
    };
    statuses.chunks(256).all(are_dynamic)
}
