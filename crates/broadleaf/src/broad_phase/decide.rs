//! What happened to each pair that may have begun or ended.

use super::candidate::Candidate;
use super::fetch_ahead::fetch_ahead;
use super::id::ProxyId;
use super::motion::Transition;
use super::outcomes::{Outcome, Outcomes};
use super::records::Records;
use super::state::State;
use crate::geometry::Scalar;
use crate::simd::prefetch;
use crate::store::{Id, push_if};

/// Appends the outcomes of some candidates, if the filters of both proxies allow them.
pub(super) fn decide_piece<S: Scalar, const D: usize>(
    records: Records<'_, S, D>,
    candidates: &[Candidate],
    outcomes: &mut Outcomes,
) {
    let Outcomes {
        begun,
        ended,
        touched,
        ..
    } = outcomes;
    let fetch = |Candidate(_, b, _): &Candidate| {
        if let Some(generation) = records.generations.get(b.index()) {
            prefetch(generation);
        }
    };
    let mut push = |pair: [ProxyId; 2], has_begun: bool| {
        push_if(begun, pair, has_begun);
        push_if(ended, pair, !has_begun);
    };
    for &Candidate(a, b, transition) in fetch_ahead(candidates, fetch) {
        if transition == Transition::Unclear {
            match look_closer(records, [a, b]) {
                Some((pair, Outcome::Touched)) => touched.push((pair, true)),
                Some((pair, outcome)) => push(pair, outcome == Outcome::Began),
                None => {}
            }
        } else if records.filters.allow(a, b) {
            let pair = [records.id(a), records.id(b)];
            push(pair, transition == Transition::Began);
        }
    }
}

/// What happened to a pair of which more than boxes changed, if the filters of both proxies allow
/// it. Rare: inlined, it takes registers from the loop that calls it.
#[inline(never)]
fn look_closer<S: Scalar, const D: usize>(
    records: Records<'_, S, D>,
    [a, b]: [Id; 2],
) -> Option<([ProxyId; 2], Outcome)> {
    let (a, b) = (History::of(records, a)?, History::of(records, b)?);
    let pair = [a.id.min(b.id), a.id.max(b.id)];
    Some((pair, a.outcome_with(&b)?))
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
            a.zip(b).is_some_and(|(a, b)| a.meets(&b))
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
