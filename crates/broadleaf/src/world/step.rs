//! What began and what ended since the last step.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::proxy::{Proxy, Slots};
use super::{Filter, Mobility, ProxyId, World};
use crate::{Aabb, BroadPhase, Id, Scalar};

/// The pairs of proxies whose fat boxes began or ceased to overlap, smaller id first, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Pairs that overlap now and did not at the last step.
    pub begun: Vec<(ProxyId, ProxyId)>,
    /// Pairs that overlapped at the last step and do not now, those of destroyed proxies included.
    pub ended: Vec<(ProxyId, ProxyId)>,
}

/// What pairs depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<S, const D: usize> {
    fat: Aabb<S, D>,
    filter: Filter,
    mobility: Mobility,
}

impl<S: Scalar, const D: usize> State<S, D> {
    pub(super) fn of<T>(proxy: &Proxy<T, S, D>) -> Self {
        Self { fat: proxy.fat, filter: proxy.filter, mobility: proxy.mobility }
    }

    /// Whether two proxies in these states are a pair, as far as the user's filter has no objection.
    fn pairs_with(&self, other: &Self) -> bool {
        let one_moves = self.mobility == Mobility::Moving || other.mobility == Mobility::Moving;
        one_moves && self.fat.overlaps(&other.fat) && self.filter.allows(&other.filter)
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

/// A proxy then and now.
#[derive(Clone, Copy, Debug)]
struct Transition<S, const D: usize> {
    id: ProxyId,
    before: Option<State<S, D>>,
    now: Option<State<S, D>>,
    touched: bool,
}

impl<S: Scalar, const D: usize> Transition<S, D> {
    /// A proxy does not change its mobility.
    fn mobility(&self) -> Mobility {
        self.now.or(self.before).map_or(Mobility::Moving, |state| state.mobility)
    }

    /// The boxes in which to look for pairs: then and now in one box if they overlap, else each by itself.
    fn boxes(&self) -> [Option<Aabb<S, D>>; 2] {
        let [before, now] = [self.before, self.now].map(|state| state.map(|state| state.fat));
        match (before, now) {
            (Some(before), Some(now)) if before.overlaps(&now) => [Some(before.union(&now)), None],
            _ => [before, now],
        }
    }

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Began,
    Ended,
    Touched,
}

/// Memory that steps use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize, B> {
    transitions: Vec<Transition<S, D>>,
    outcomes: Vec<(ProxyId, ProxyId, Outcome)>,
    /// The boxes of the transitions of moving proxies: transition `i` has the ids `2 i` and `2 i + 1`.
    moving: B,
    /// The same for static proxies.
    fixed: B,
}

impl<S, const D: usize, B: Default> Default for Scratch<S, D, B> {
    fn default() -> Self {
        Self { transitions: Vec::new(), outcomes: Vec::new(), moving: B::default(), fixed: B::default() }
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Ends a step: says which pairs began and ended since the last one.
    ///
    /// Costs what changed: proxies that stayed in their fat boxes cost nothing, static ones neither.
    #[doc(alias = "updatePairs")]
    pub fn step(&mut self) -> &Events {
        self.step_with(|_, _| true)
    }

    /// [`step`](Self::step), with a filter of your own that is asked once for each pair that begins, in the order of events.
    ///
    /// A refused pair neither begins nor ends. [`touch_proxy`](Self::touch_proxy) has it asked again.
    pub fn step_with(&mut self, mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool) -> &Events {
        self.scratch.find_outcomes(&self.changes, &self.slots, &self.moving, &self.fixed);
        self.events.begun.clear();
        self.events.ended.clear();
        for &(a, b, outcome) in &self.scratch.outcomes {
            let accepted = outcome == Outcome::Ended
                || self.slots.get(a).zip(self.slots.get(b)).is_some_and(|(x, y)| accepts((a, &x.user_data), (b, &y.user_data)));
            let was_pair = outcome != Outcome::Began && !self.refused.remove(&(a, b));
            let is_pair = outcome != Outcome::Ended && accepted;
            if !accepted {
                self.refused.insert((a, b));
            }
            match (was_pair, is_pair) {
                (false, true) => self.events.begun.push((a, b)),
                (true, false) => self.events.ended.push((a, b)),
                _ => {}
            }
        }
        for change in self.changes.drain(..) {
            if let Some(proxy) = self.slots.get_mut(change.id) {
                proxy.change = None;
            }
        }
        &self.events
    }

    /// The events of the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }
}

type Proxies<T, S, const D: usize> = Slots<Proxy<T, S, D>>;

impl<S: Scalar, const D: usize, B: BroadPhase<S, D>> Scratch<S, D, B> {
    /// Finds what became of every pair with a changed proxy, sorted, each once.
    fn find_outcomes<T>(&mut self, changes: &[Change<S, D>], proxies: &Proxies<T, S, D>, moving: &B, fixed: &B) {
        self.transitions.clear();
        self.transitions.extend(changes.iter().map(|&Change { id, before, touched }| {
            let now = proxies.get(id).map(State::of);
            Transition { id, before, now, touched }
        }));
        self.moving.clear();
        self.moving.extend(boxes_of(&self.transitions, Mobility::Moving));
        self.fixed.clear();
        self.fixed.extend(boxes_of(&self.transitions, Mobility::Static));

        let Self { transitions, outcomes, moving: changed_moving, fixed: changed_fixed } = self;
        let changed = |id: Id| &transitions[id.index() / 2];
        outcomes.clear();
        let mut note = |a: &Transition<S, D>, b: &Transition<S, D>| {
            outcomes.extend(a.outcome(b).map(|outcome| (a.id.min(b.id), a.id.max(b.id), outcome)));
        };
        changed_moving.for_each_pair(|a, b| note(changed(a), changed(b)));
        for_each_pair_between(changed_moving, changed_fixed, |a, b| note(changed(a), changed(b)));
        // What has not changed can only meet what has.
        for (ours, theirs) in [(&*changed_moving, moving), (changed_moving, fixed), (changed_fixed, moving)] {
            for_each_pair_between(ours, theirs, |a, b| {
                if let Some(constant) = constant(proxies, b) {
                    note(changed(a), &constant);
                }
            });
        }
        // A proxy that jumped has two boxes, so its pairs may have been found twice.
        outcomes.sort_unstable();
        outcomes.dedup();
    }
}

fn boxes_of<S: Scalar, const D: usize>(
    transitions: &[Transition<S, D>],
    mobility: Mobility,
) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
    let numbered = (0..).zip(transitions).filter(move |(_, transition)| transition.mobility() == mobility);
    numbered.flat_map(|(number, transition)| [2 * number, 2 * number + 1].map(Id).into_iter().zip(transition.boxes())).filter_map(|(id, aabb)| Some((id, aabb?)))
}

fn for_each_pair_between<S: Scalar, const D: usize, B: BroadPhase<S, D>>(ours: &B, theirs: &B, mut visit: impl FnMut(Id, Id)) {
    let ControlFlow::Continue(()) = ours.try_for_each_pair_with(theirs, |a, b| {
        visit(a, b);
        ControlFlow::<Infallible>::Continue(())
    });
}

/// A proxy that has not changed, `None` if it has.
fn constant<T, S: Scalar, const D: usize>(proxies: &Proxies<T, S, D>, id: Id) -> Option<Transition<S, D>> {
    let (id, proxy) = proxies.at(id).filter(|(_, proxy)| proxy.change.is_none())?;
    let state = Some(State::of(proxy));
    Some(Transition { id, before: state, now: state, touched: false })
}
