//! What began and what ended since the last step.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::proxy::{Proxy, Slots};
use super::{Filter, Mobility, ProxyId, World};
use crate::{Aabb, BroadPhase, Id, Scalar};

/// The pairs of proxies that began and ended since the last step, smaller id first, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Pairs that overlap now and did not at the last step, and such that a filter has come to allow.
    pub begun: Vec<(ProxyId, ProxyId)>,
    /// Pairs that overlapped at the last step and do not now, those of destroyed proxies included, and such that a filter no longer allows.
    pub ended: Vec<(ProxyId, ProxyId)>,
}

/// What pairs depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State<S, const D: usize> {
    pub(super) fat: Aabb<S, D>,
    pub(super) filter: Filter,
    pub(super) mobility: Mobility,
}

impl<S: Scalar, const D: usize> State<S, D> {
    /// Whether two proxies in these states are a pair, as far as the user's filter has no objection.
    pub(super) fn pairs_with(&self, other: &Self) -> bool {
        let one_moves = self.mobility == Mobility::Moving || other.mobility == Mobility::Moving;
        self.fat.overlaps(&other.fat) && one_moves && self.filter.allows(&other.filter)
    }
}

/// A proxy that may differ from what it was at the last step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<S, const D: usize> {
    pub(super) id: ProxyId,
    /// What it was then; `None` if it is new.
    pub(super) before: Option<State<S, D>>,
    /// Whether its pairs are to be looked at again even if they have not changed.
    pub(super) touched: bool,
}

impl<S: Scalar, const D: usize> Change<S, D> {
    /// The box in which a structure must hold a proxy so that its pairs of then and now are found: both fat boxes, if they overlap.
    pub(super) fn held_box(&self, now: &Aabb<S, D>) -> Aabb<S, D> {
        self.before.filter(|before| before.fat.overlaps(now)).map_or(*now, |before| before.fat.union(now))
    }

    /// The change as far as a step can tell it from none, `now` being what the proxy has become.
    pub(super) fn essence(&self, now: Option<State<S, D>>) -> Option<Self> {
        let touched = self.touched && self.before.is_some() && now.is_some();
        (touched || self.before != now).then_some(Self { touched, ..*self })
    }
}

/// The fat boxes of the proxy in a slot, then and now: all that most pairs of a step need to be looked at for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace<S, const D: usize> {
    pub(super) before: Aabb<S, D>,
    pub(super) now: Aabb<S, D>,
    /// Whether nothing but its box may have changed since the last step.
    pub(super) steady: bool,
}

impl<S: Scalar, const D: usize> Trace<S, D> {
    /// That of a proxy that has not changed since the last step.
    pub(super) fn steady(fat: Aabb<S, D>) -> Self {
        Self { before: fat, now: fat, steady: true }
    }

    /// Whether nothing can have become of the pair of two proxies: they overlap now exactly if they did then.
    #[inline]
    fn stays_with(&self, other: &Self) -> bool {
        self.steady & other.steady & (self.before.overlaps(&other.before) == self.now.overlaps(&other.now))
    }
}

/// A proxy then and now.
#[derive(Clone, Copy)]
struct Side<S, const D: usize> {
    id: ProxyId,
    before: Option<State<S, D>>,
    now: Option<State<S, D>>,
    touched: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Began,
    Ended,
    Touched,
}

impl<S: Scalar, const D: usize> Side<S, D> {
    /// What became of the pair of these two, if anything did.
    fn outcome(&self, other: &Self) -> Option<Outcome> {
        let paired = |a: Option<State<S, D>>, b: Option<State<S, D>>| a.zip(b).is_some_and(|(a, b)| a.pairs_with(&b));
        match (paired(self.before, other.before), paired(self.now, other.now)) {
            (false, true) => Some(Outcome::Began),
            (true, false) => Some(Outcome::Ended),
            (true, true) if self.touched || other.touched => Some(Outcome::Touched),
            _ => None,
        }
    }
}

/// Memory that steps use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<B> {
    /// Pairs of living proxies that may have become one or ceased to be one.
    candidates: Vec<(Id, Id)>,
    outcomes: Vec<(ProxyId, ProxyId, Outcome)>,
    changed: [Vec<Id>; 2],
    /// The memory of the events before.
    events: Events,
    /// Where proxies were that are gone from there, by the number of their change: moving ones and static ones.
    ghosts: [B; 2],
}

impl<B: Default> Default for Scratch<B> {
    fn default() -> Self {
        let ghosts = [B::default(), B::default()];
        Self { candidates: Vec::new(), outcomes: Vec::new(), changed: [Vec::new(), Vec::new()], events: Events::default(), ghosts }
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Ends a step: says which pairs began and ended since the last one.
    ///
    /// Costs what changed: proxies that stayed in their fat boxes cost nothing but a bit, static ones neither.
    #[doc(alias = "updatePairs")]
    pub fn step(&mut self) -> &Events {
        self.step_with(|_, _| true)
    }

    /// [`step`](Self::step), with a filter of your own that is asked once for each pair that begins, in the order of events.
    ///
    /// A refused pair neither begins nor ends. [`touch_proxy`](Self::touch_proxy) has it asked again.
    pub fn step_with(&mut self, mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool) -> &Events {
        let roster = Roster { slots: &self.slots, traces: &self.traces, changes: &self.changes };
        self.scratch.find_outcomes(&roster, &self.moving, &self.fixed);
        // All verdicts are in before anything changes: a filter may panic.
        let data = |id| self.slots.get(id).map(|proxy| (id, &proxy.user_data));
        let verdicts = self
            .scratch
            .outcomes
            .iter()
            .map(|&(a, b, outcome)| outcome != Outcome::Ended && data(a).zip(data(b)).is_some_and(|(a, b)| accepts(a, b)));
        let verdicts: Vec<_> = verdicts.collect();
        let mut events = core::mem::take(&mut self.scratch.events);
        events.begun.clear();
        events.ended.clear();
        for (&(a, b, outcome), accepted) in self.scratch.outcomes.iter().zip(verdicts) {
            let was_refused = self.refused.remove(&(a, b));
            let was_pair = outcome != Outcome::Began && !was_refused;
            let is_refused = outcome != Outcome::Ended && !accepted;
            if is_refused {
                self.refused.insert((a, b));
            }
            if let Some(journal) = self.journal.as_mut().filter(|_| was_refused != is_refused) {
                journal.note_flip((a, b));
            }
            match (was_pair, accepted) {
                (false, true) => events.begun.push((a, b)),
                (true, false) => events.ended.push((a, b)),
                _ => {}
            }
        }
        self.journal_step();
        self.scratch.events = core::mem::replace(&mut self.events, events);
        self.settle();
        &self.events
    }

    /// Makes what is now what was at the last step.
    pub(super) fn settle(&mut self) {
        for change in self.changes.drain(..) {
            if let Some(proxy) = self.slots.get_mut(change.id) {
                proxy.change = None;
                let trace = &mut self.traces[change.id.id().index()];
                *trace = Trace::steady(trace.now);
            }
        }
    }

    /// The events of the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }
}

/// All proxies, then and now.
pub(super) struct Roster<'a, T, S, const D: usize> {
    pub(super) slots: &'a Slots<Proxy<T, S, D>>,
    pub(super) traces: &'a [Trace<S, D>],
    pub(super) changes: &'a [Change<S, D>],
}

impl<T, S: Scalar, const D: usize> Roster<'_, T, S, D> {
    /// Drops the pairs that obviously are what they were.
    ///
    /// Most are. A pair is stored first and then kept or not: without a branch, the processor waits for several boxes at a time.
    fn drop_unchanged(&self, pairs: &mut Vec<(Id, Id)>) {
        let mut kept = 0;
        for i in 0..pairs.len() {
            let (a, b) = pairs[i];
            pairs[kept] = (a, b);
            kept += usize::from(!self.traces[a.index()].stays_with(&self.traces[b.index()]));
        }
        pairs.truncate(kept);
    }

    /// The proxy in a slot.
    fn living(&self, id: Id) -> Option<Side<S, D>> {
        let (id, proxy) = self.slots.at(id)?;
        let now = self.state(id);
        Some(match proxy.change.map(|change| &self.changes[change as usize]) {
            None => Side { id, before: now, now, touched: false },
            Some(change) => Side { id, before: change.before, now, touched: change.touched },
        })
    }

    /// What a change left behind.
    fn ghost(&self, number: Id) -> Side<S, D> {
        let Change { id, before, touched } = self.changes[number.index()];
        Side { id, before, now: self.state(id), touched }
    }

    pub(super) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        let &Proxy { filter, mobility, .. } = self.slots.get(id)?;
        Some(State { fat: self.traces[id.id().index()].now, filter, mobility })
    }
}

impl<B> Scratch<B> {
    /// Finds what became of every pair with a changed proxy, sorted, each once.
    fn find_outcomes<T, S: Scalar, const D: usize>(&mut self, roster: &Roster<T, S, D>, moving: &B, fixed: &B)
    where
        B: BroadPhase<S, D>,
    {
        self.sort_changes(roster);
        let Self { candidates, outcomes, changed: [changed_moving, changed_fixed], ghosts: [moving_ghosts, fixed_ghosts], .. } = self;
        outcomes.clear();
        let mut note = |a: &Side<S, D>, b: &Side<S, D>| {
            outcomes.extend(a.outcome(b).map(|outcome| (a.id.min(b.id), a.id.max(b.id), outcome)));
        };
        candidates.clear();
        let mut note_living = |a: Id, b: Id| candidates.push((a, b));
        for_each_pair_of(moving, changed_moving, &mut note_living);
        for_each_pair_between(moving, changed_moving, fixed, &mut note_living);
        for_each_pair_between(fixed, changed_fixed, moving, &mut note_living);
        roster.drop_unchanged(candidates);
        for &(a, b) in &*candidates {
            if let Some((a, b)) = roster.living(a).zip(roster.living(b)) {
                note(&a, &b);
            }
        }

        for (ghosts, living) in [(&*moving_ghosts, moving), (moving_ghosts, fixed), (fixed_ghosts, moving)] {
            for_each_pair_with(ghosts, living, |ghost, other| {
                if let Some(other) = roster.living(other) {
                    note(&roster.ghost(ghost), &other);
                }
            });
        }
        moving_ghosts.for_each_pair(|a, b| note(&roster.ghost(a), &roster.ghost(b)));
        for_each_pair_with(moving_ghosts, fixed_ghosts, |a, b| note(&roster.ghost(a), &roster.ghost(b)));
        // A proxy that jumped is looked for where it was and where it is.
        outcomes.sort_unstable();
        outcomes.dedup();
    }

    /// Which living proxies changed, and which left something behind that the structures no longer hold.
    fn sort_changes<T, S: Scalar, const D: usize>(&mut self, roster: &Roster<T, S, D>)
    where
        B: BroadPhase<S, D>,
    {
        self.changed.iter_mut().for_each(Vec::clear);
        self.ghosts.iter_mut().for_each(B::clear);
        for (number, change) in (0..).zip(roster.changes) {
            let now = roster.state(change.id);
            if let Some(now) = now {
                self.changed[now.mobility as usize].push(change.id.id());
            }
            if let Some(before) = change.before.filter(|before| !now.is_some_and(|now| now.fat.overlaps(&before.fat))) {
                self.ghosts[before.mobility as usize].insert(Id(number), before.fat);
            }
        }
    }
}

/// From this share of changed boxes on, a question about all boxes costs less than one about the changed ones.
const MANY: usize = 2;

/// Visits the overlapping pairs with a changed side, and maybe others.
fn for_each_pair_of<S: Scalar, const D: usize, B: BroadPhase<S, D>>(structure: &B, changed: &[Id], visit: &mut impl FnMut(Id, Id)) {
    if changed.len() >= structure.len().div_ceil(MANY) {
        structure.for_each_pair(visit);
    } else {
        let ControlFlow::Continue(()) = structure.try_for_each_pair_of(changed, |a, b| {
            visit(a, b);
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// Visits the overlapping pairs of a changed box and a box of another structure, and maybe others.
fn for_each_pair_between<S: Scalar, const D: usize, B: BroadPhase<S, D>>(
    structure: &B,
    changed: &[Id],
    other: &B,
    visit: &mut impl FnMut(Id, Id),
) {
    if changed.len() >= structure.len().div_ceil(MANY) {
        for_each_pair_with(structure, other, visit);
        return;
    }
    for &id in changed {
        if let Some(aabb) = structure.get(id) {
            other.for_each_overlap(&aabb, |other| visit(id, other));
        }
    }
}

fn for_each_pair_with<S: Scalar, const D: usize, B: BroadPhase<S, D>>(ours: &B, theirs: &B, mut visit: impl FnMut(Id, Id)) {
    let ControlFlow::Continue(()) = ours.try_for_each_pair_with(theirs, |a, b| {
        visit(a, b);
        ControlFlow::<Infallible>::Continue(())
    });
}
