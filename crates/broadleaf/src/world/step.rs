//! Steps: what began and what ended since the last one.

use alloc::vec::Vec;
use core::mem;

use super::candidate::Candidate;
use super::events::Events;
use super::fetch_ahead::fetch_ahead;
use super::id::ProxyId;
use super::motion::Transition;
use super::push_if::PushIf;
use super::records::Records;
use super::scratch::{Decision, Outcome, Scratch};
use super::state::State;
use super::stays::Stays;
use super::table::Table;
use super::trim::trim;
use super::world::World;
use crate::executor::Sequential;
use crate::geometry::Scalar;
use crate::index::BroadPhase;
use crate::pair_finder::FindKeys;
use crate::simd::prefetch;
use crate::sort::radix_sort;
use crate::store::Id;

/// The number of candidates that are decided as one piece of work.
const PIECE: usize = 1 << 12;

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>, F: BroadPhase<S, D>> World<T, S, D, B, F> {
    /// Ends a step and returns which pairs began and ended since the last one.
    ///
    /// The events are your own copy, so that the world can change while you loop over them. They
    /// are also in [`events`](Self::events); [`step_into`](Self::step_into) copies them without an
    /// allocation.
    ///
    /// Costs a question for each proxy that changed; proxies that stayed in their fat boxes cost
    /// nothing. If more than one in seven moving proxies or one in eight static ones changed, a
    /// [`PairFinder`](crate::PairFinder) finds the pairs of all of these instead, and they are
    /// compared with those of the last step: for that the world keeps a list of them, of 8 bytes a
    /// pair, until some steps went by in which less moved. With the feature `rayon`, `par_step`
    /// does that in parallel. [`set_reports_stays`](Self::set_reports_stays) adds a pass over all
    /// pairs.
    #[doc(alias = "updatePairs")]
    pub fn step(&mut self) -> Events {
        self.advance(Sequential, |_, _| false);
        self.events.clone()
    }

    /// [`step`](Self::step) with a filter of your own, which is called once for each pair that
    /// begins, in the order of events.
    ///
    /// A refused pair neither begins nor ends. [`touch_proxy`](Self::touch_proxy) makes the filter
    /// decide again.
    pub fn step_with(
        &mut self,
        accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> Events {
        self.advance(Sequential, decide(accepts));
        self.events.clone()
    }

    /// [`step`](Self::step) into events that are used again. Allocates nothing once all vectors
    /// have their size.
    pub fn step_into(&mut self, events: &mut Events) {
        self.advance(Sequential, |_, _| false);
        events.copy_from(&self.events);
    }

    /// [`step_with`](Self::step_with) into events that are used again.
    pub fn step_with_into(
        &mut self,
        accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
        events: &mut Events,
    ) {
        self.advance(Sequential, decide(accepts));
        events.copy_from(&self.events);
    }

    /// Ends a step. `refuse` clears the flags of pairs that the caller's filter refuses, and
    /// returns whether there are any.
    pub(super) fn advance(
        &mut self,
        executor: impl FindKeys,
        refuse: impl FnOnce(&Table<T, S, D>, &mut [Decision]) -> bool,
    ) {
        self.scratch
            .find_outcomes(executor, &self.table, &self.moving, &self.fixed);
        // All decisions are made before anything changes: the filter may panic.
        let refuses_some = refuse(&self.table, &mut self.scratch.outcomes);
        if let Some(journal) = &mut self.journal {
            journal.note_events(&self.events);
        }
        if refuses_some || !self.refused.is_empty() {
            self.note_refusals();
        }
        self.replace_events();
        self.departing.sort();
        let departed = mem::replace(&mut self.departed, mem::take(&mut self.departing));
        // A restored world may be at any frame.
        self.frame = self.frame.wrapping_add(1);
        if let Some(journal) = &mut self.journal {
            let is_refused = |pair: &[ProxyId; 2]| self.refused.contains(pair);
            if !journal.end_step(is_refused, departed, &self.margin, &self.table) {
                self.start_journal();
            }
        }
        self.table.settle();
        self.scratch.finder.comparison.end_step();
        if self.stays == Stays::Unknown {
            self.find_stays();
        }
    }

    /// Replaces the refused pairs by those of now. What was refused until now was no pair, so that
    /// nothing has ended and what is accepted begins.
    fn note_refusals(&mut self) {
        for (pair, outcome, accepted) in &mut self.scratch.outcomes {
            let is_refused = *outcome != Outcome::Ended && !*accepted;
            let was_refused = self.refused.remove(pair);
            if was_refused {
                *outcome = Outcome::Began;
            }
            if is_refused {
                self.refused.insert(*pair);
            }
            if was_refused != is_refused
                && let Some(journal) = &mut self.journal
            {
                journal.note_flip(*pair);
            }
        }
    }

    /// Replaces the events of the last step by those of the outcomes.
    fn replace_events(&mut self) {
        self.stays.keep_pairs(&mut self.events);
        let Events { begun, ended, .. } = &mut self.events;
        begun.clear();
        ended.clear();
        let filler = [ProxyId::new(0, 0); 2];
        let mut begun_now = PushIf::new(filler, |pairs: &[_]| begun.extend_from_slice(pairs));
        let mut ended_now = PushIf::new(filler, |pairs: &[_]| ended.extend_from_slice(pairs));
        for &(pair, outcome, accepted) in &self.scratch.outcomes {
            let was_pair = outcome != Outcome::Began;
            begun_now.push_if(pair, accepted & !was_pair);
            ended_now.push_if(pair, was_pair & !accepted);
        }
        begun_now.flush();
        ended_now.flush();
        trim(begun);
        trim(ended);
        self.stays.drop_ended(&mut self.events);
        trim(&mut self.events.stayed);
    }
}

/// Lets a filter decide about all pairs that are there. Tells whether it refuses any.
pub(super) fn decide<T, S: Scalar, const D: usize>(
    mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
) -> impl FnOnce(&Table<T, S, D>, &mut [Decision]) -> bool {
    move |table, outcomes| {
        let data = |id| Some((id, &table.slots.get(id)?.user_data));
        let mut refuses_some = false;
        for ([a, b], _, accepted) in outcomes.iter_mut().filter(|(.., accepted)| *accepted) {
            *accepted = data(*a).zip(data(*b)).is_some_and(|(a, b)| accepts(a, b));
            refuses_some |= !*accepted;
        }
        refuses_some
    }
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    /// Finds the outcome of every pair with a changed proxy, sorted, each pair once.
    fn find_outcomes<T>(
        &mut self,
        executor: impl FindKeys,
        table: &Table<T, S, D>,
        moving: &impl BroadPhase<S, D>,
        fixed: &impl BroadPhase<S, D>,
    ) {
        let Self {
            finder,
            candidates,
            spare,
            outcomes,
            found,
            ..
        } = self;
        let records = table.records();
        let are_sorted = finder.find(executor, records, moving, fixed, candidates);
        // Sorted, the first proxies of consecutive pairs lie next to each other in memory.
        if !are_sorted {
            radix_sort(candidates, spare, Candidate::key);
        }
        outcomes.clear();
        let pieces = candidates.len().div_ceil(PIECE);
        executor.append(pieces, found, outcomes, |piece, found| {
            let end = candidates.len().min((piece + 1) * PIECE);
            decide_piece(records, &candidates[piece * PIECE..end], found);
        });
        found.truncate(2 * pieces);
        // A proxy and its ghost may have found the same pair. All others are sorted already. Slots
        // are compared as one number: a branch on the first one could not be predicted.
        let slots = |[a, b]: [ProxyId; 2]| u64::from(a.id().0) << 32 | u64::from(b.id().0);
        if !are_sorted && !outcomes.is_sorted_by(|(a, ..), (b, ..)| slots(*a) < slots(*b)) {
            outcomes.sort_unstable();
            outcomes.dedup();
        }
        trim(candidates);
        spare.truncate(candidates.len());
        trim(spare);
        trim(outcomes);
    }
}

/// Appends the outcomes of some candidates, if the filters of both proxies allow them.
fn decide_piece<S: Scalar, const D: usize>(
    records: Records<'_, S, D>,
    candidates: &[Candidate],
    outcomes: &mut Vec<Decision>,
) {
    outcomes.reserve(candidates.len());
    let fetch = |Candidate(_, b, _): &Candidate| {
        if let Some(generation) = records.generations.get(b.index()) {
            prefetch(generation);
        }
    };
    for &Candidate(a, b, transition) in fetch_ahead(candidates, fetch) {
        let outcome = match transition {
            Transition::Began => Outcome::Began,
            Transition::Ended => Outcome::Ended,
            Transition::Unclear => {
                outcomes.extend(look_closer(records, [a, b]));
                continue;
            }
        };
        if records.filters.allow(a, b) {
            let pair = [records.id(a), records.id(b)];
            outcomes.push((pair, outcome, outcome != Outcome::Ended));
        }
    }
}

/// What happened to a pair of which more than boxes changed, if the filters of both proxies allow
/// it. Rare: inlined, it takes registers from the loop that calls it.
#[inline(never)]
fn look_closer<S: Scalar, const D: usize>(
    records: Records<'_, S, D>,
    [a, b]: [Id; 2],
) -> Option<Decision> {
    let (a, b) = (History::of(records, a)?, History::of(records, b)?);
    let pair = [a.id.min(b.id), a.id.max(b.id)];
    let outcome = a.outcome_with(&b)?;
    Some((pair, outcome, outcome != Outcome::Ended))
}

/// A proxy at the last step and now.
#[derive(Clone, Copy)]
struct History<S, const D: usize> {
    id: ProxyId,
    before: Option<State<S, D>>,
    now: Option<State<S, D>>,
    touched: bool,
}

impl<S: Scalar, const D: usize> History<S, D> {
    /// That of a slot, or of the ghost of a change.
    fn of(records: Records<'_, S, D>, number: Id) -> Option<Self> {
        let change = match number.index().checked_sub(records.statuses.len()) {
            Some(ghost) => Some(&records.changes[ghost]),
            None => records.change_of(number),
        };
        let Some(change) = change else {
            let id = records.id(number);
            let now = records.state(id);
            return Some(Self {
                id,
                before: now,
                now,
                touched: false,
            });
        };
        Some(Self {
            id: change.id,
            before: change.before,
            now: records.state(change.id),
            touched: change.touched,
        })
    }

    /// What happened to the pair of two proxies.
    fn outcome_with(&self, other: &Self) -> Option<Outcome> {
        let paired = |a: Option<State<S, D>>, b: Option<State<S, D>>| {
            a.zip(b).is_some_and(|(a, b)| a.pairs_with(&b))
        };
        let before = paired(self.before, other.before);
        let now = paired(self.now, other.now);
        match (before, now) {
            (false, true) => Some(Outcome::Began),
            (true, false) => Some(Outcome::Ended),
            (true, true) if self.touched || other.touched => Some(Outcome::Touched),
            _ => None,
        }
    }
}
