//! What began and what ended since the last step.

use super::crowd::Crowd;
use super::proxy::{Proxy, Slots};
use super::{Filter, Mobility, ProxyId, World};
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::store::Id;
use alloc::vec::Vec;

/// The pairs of proxies that began and ended since the last step, smaller id first, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Pairs that overlap now and did not at the last step, and such that a filter has come to
    /// allow.
    pub begun: Vec<(ProxyId, ProxyId)>,
    /// Pairs that overlapped at the last step and do not now, those of destroyed proxies included,
    /// and such that a filter no longer allows.
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
    /// Whether two proxies in these states are a pair, as far as the user's filter has no
    /// objection.
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
    /// Which proxy; a function and no closure, like [`Suspect::pair`].
    pub(super) fn proxy(&self) -> ProxyId {
        self.id
    }

    /// The change as far as a step can tell it from none, `now` being what the proxy has become.
    pub(super) fn essence(&self, now: Option<State<S, D>>) -> Option<Self> {
        let touched = self.touched && self.before.is_some() && now.is_some();
        (touched || self.before != now).then_some(Self { touched, ..*self })
    }
}

/// The fat boxes of the proxy in a slot, then and now: all that most pairs of a step need to be
/// looked at for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace<S, const D: usize> {
    pub(super) before: Aabb<S, D>,
    pub(super) now: Aabb<S, D>,
    /// Whether nothing but its box may have changed since the last step.
    pub(super) steady: bool,
    /// What kind of proxy it is; `None` if there is none.
    pub(super) mobility: Option<Mobility>,
}

impl<S: Scalar, const D: usize> Trace<S, D> {
    /// That of a proxy that has not changed since the last step.
    pub(super) fn steady(fat: Aabb<S, D>, mobility: Mobility) -> Self {
        Self {
            before: fat,
            now: fat,
            steady: true,
            mobility: Some(mobility),
        }
    }

    /// The box in which pairs of then and now are looked for: both fat boxes, if they overlap.
    pub(super) fn held_box(&self) -> Aabb<S, D> {
        if self.before.overlaps(&self.now) {
            self.before.union(&self.now)
        } else {
            self.now
        }
    }

    /// Whether anything that pairs depend on may have changed.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.steady || self.before != self.now
    }

    /// What became of the pair of two proxies, and whether that is nothing for sure. Free of
    /// branches.
    #[inline]
    pub(super) fn fate_with(&self, other: &Self) -> (Fate, bool) {
        let (then, now) = (
            self.before.overlaps(&other.before),
            self.now.overlaps(&other.now),
        );
        let (steady, one_moves) = (self.steady & other.steady, self.moves() | other.moves());
        let fate = if !steady {
            Fate::Unclear
        } else if then {
            Fate::Ended
        } else {
            Fate::Began
        };
        (fate, !one_moves | (steady & (then == now)))
    }

    #[inline]
    pub(super) fn moves(&self) -> bool {
        self.mobility == Some(Mobility::Moving)
    }
}

/// What boxes say about a pair of which something may have become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Began,
    Ended,
    /// More than boxes changed.
    Unclear,
}

/// A pair that may have begun or ended: smaller name, larger name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Suspect(pub(super) Id, pub(super) Id, pub(super) Fate);

impl Suspect {
    /// Both names as one number. A function and no closure, so that the sort is compiled once and
    /// not for each structure.
    fn pair(&self) -> u64 {
        u64::from(self.0.0) << 32 | u64::from(self.1.0)
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
        let paired = |a: Option<State<S, D>>, b: Option<State<S, D>>| {
            a.zip(b).is_some_and(|(a, b)| a.pairs_with(&b))
        };
        match (
            paired(self.before, other.before),
            paired(self.now, other.now),
        ) {
            (false, true) => Some(Outcome::Began),
            (true, false) => Some(Outcome::Ended),
            (true, true) if self.touched || other.touched => Some(Outcome::Touched),
            _ => None,
        }
    }
}

/// Memory that steps use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S: Scalar, const D: usize> {
    pub(super) crowd: Crowd<S, D>,
    /// Pairs that may have begun or ended.
    suspects: Vec<Suspect>,
    /// And whether the user's filter accepts it.
    outcomes: Vec<(ProxyId, ProxyId, Outcome, bool)>,
    /// Moving and static proxies whose structure has not heard of their new box.
    pub(super) moved: [Vec<Id>; 2],
}

impl<S: Scalar, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            crowd: Crowd::default(),
            suspects: Vec::new(),
            outcomes: Vec::new(),
            moved: [Vec::new(), Vec::new()],
        }
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Ends a step: says which pairs began and ended since the last one.
    ///
    /// Costs a question for each proxy that changed: those that stayed in their fat boxes cost
    /// nothing. Where more than every twelfth moving or every eighth static one changed, all of
    /// that kind are compared from scratch, as by [`PairFinder`](crate::PairFinder), which then
    /// costs less.
    #[doc(alias = "updatePairs")]
    pub fn step(&mut self) -> &Events {
        self.step_with(|_, _| true)
    }

    /// [`step`](Self::step), with a filter of your own that is asked once for each pair that
    /// begins, in the order of events.
    ///
    /// A refused pair neither begins nor ends. [`touch_proxy`](Self::touch_proxy) has it asked
    /// again.
    pub fn step_with(
        &mut self,
        mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> &Events {
        let roster = Roster {
            slots: &self.slots,
            traces: &self.traces,
            changes: &self.changes,
        };
        self.scratch
            .find_outcomes(&roster, &self.moving, &self.fixed);
        // All verdicts are in before anything changes: a filter may panic.
        let data = |id| self.slots.get(id).map(|proxy| (id, &proxy.user_data));
        for (a, b, outcome, accepted) in &mut self.scratch.outcomes {
            *accepted = *outcome != Outcome::Ended
                && data(*a).zip(data(*b)).is_some_and(|(a, b)| accepts(a, b));
        }
        self.journal_events();
        self.events.begun.clear();
        self.events.ended.clear();
        for &(a, b, outcome, accepted) in &self.scratch.outcomes {
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
                (false, true) => self.events.begun.push((a, b)),
                (true, false) => self.events.ended.push((a, b)),
                _ => {}
            }
        }
        trim(&mut self.events.begun);
        trim(&mut self.events.ended);
        self.journal_step();
        self.settle();
        &self.events
    }

    /// Makes what is now what was at the last step.
    pub(super) fn settle(&mut self) {
        for change in self.changes.drain(..) {
            if let Some(proxy) = self.slots.get_mut(change.id) {
                proxy.change = None;
                let trace = &mut self.traces[change.id.id().index()];
                *trace = Trace {
                    before: trace.now,
                    steady: true,
                    ..*trace
                };
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
///
/// Here an [`Id`] names a slot, or beyond the slots the ghost that a change left where a proxy was.
pub(super) struct Roster<'a, T, S, const D: usize> {
    pub(super) slots: &'a Slots<Proxy<T, S, D>>,
    pub(super) traces: &'a [Trace<S, D>],
    pub(super) changes: &'a [Change<S, D>],
}

impl<T, S: Scalar, const D: usize> Roster<'_, T, S, D> {
    pub(super) fn ghost(&self, change: usize) -> Id {
        Id::at(self.traces.len() + change)
    }

    /// What became of a pair, if the world's filters allow it.
    fn outcome(&self, &Suspect(a, b, fate): &Suspect) -> Option<(ProxyId, ProxyId, Outcome, bool)> {
        let outcome = match fate {
            Fate::Began => Outcome::Began,
            Fate::Ended => Outcome::Ended,
            Fate::Unclear => {
                let (a, b) = self.side(a).zip(self.side(b))?;
                return a
                    .outcome(&b)
                    .map(|outcome| (a.id.min(b.id), a.id.max(b.id), outcome, false));
            }
        };
        let ((a, x), (b, y)) = self.slots.at(a).zip(self.slots.at(b))?;
        x.filter.allows(&y.filter).then_some((a, b, outcome, false))
    }

    fn side(&self, name: Id) -> Option<Side<S, D>> {
        let change = match name.index().checked_sub(self.traces.len()) {
            Some(ghost) => &self.changes[ghost],
            None => match self.slots.at(name)? {
                (
                    _,
                    Proxy {
                        change: Some(change),
                        ..
                    },
                ) => &self.changes[*change as usize],
                (id, _) => {
                    return Some(Side {
                        id,
                        before: self.state(id),
                        now: self.state(id),
                        touched: false,
                    });
                }
            },
        };
        let &Change {
            id,
            before,
            touched,
        } = change;
        Some(Side {
            id,
            before,
            now: self.state(id),
            touched,
        })
    }

    pub(super) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        let &Proxy {
            filter, mobility, ..
        } = self.slots.get(id)?;
        Some(State {
            fat: self.traces[id.id().index()].now,
            filter,
            mobility,
        })
    }
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    /// Finds what became of every pair with a changed proxy, sorted, each once.
    fn find_outcomes<T, B: BroadPhase<S, D>>(
        &mut self,
        roster: &Roster<T, S, D>,
        moving: &B,
        fixed: &B,
    ) {
        let Self {
            crowd,
            suspects,
            outcomes,
            ..
        } = self;
        crowd.find_suspects(roster, [moving, fixed], suspects);
        // Then the proxies of the first side lie next to each other in memory.
        suspects.sort_unstable_by_key(Suspect::pair);
        outcomes.clear();
        outcomes.extend(
            suspects
                .iter()
                .filter_map(|suspect| roster.outcome(suspect)),
        );
        // A proxy that jumped is looked for where it was and where it is. But for ghosts, all is
        // sorted.
        outcomes.sort_unstable();
        outcomes.dedup();
        trim(suspects);
        trim(outcomes);
    }
}

/// Gives back the memory of a list that has been far longer than it is.
fn trim<T>(list: &mut Vec<T>) {
    const SHORT: usize = 1024;
    if list.capacity() > SHORT.max(8 * list.len()) {
        list.shrink_to(SHORT.max(2 * list.len()));
    }
}
