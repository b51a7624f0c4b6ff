//! What pairs depend on, at the last step and now.

use super::filter::Filter;
use super::id::ProxyId;
use super::margin::Margin;
use super::mobility::Mobility;
use crate::geometry::{Aabb, Scalar};

/// What the pairs of a proxy depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State<S, const D: usize> {
    pub(super) fat: Aabb<S, D>,
    pub(super) filter: Filter,
    pub(super) mobility: Mobility,
}

impl<S: Scalar, const D: usize> State<S, D> {
    /// Whether two proxies in these states form a pair, unless the caller's filter refuses it.
    pub(super) fn pairs_with(&self, other: &Self) -> bool {
        self.fat.overlaps(&other.fat)
            && self.mobility.pairs_with(other.mobility)
            && self.filter.allows(&other.filter)
    }
}

/// A living proxy. Its fat box is in its [`Motion`], its filter in the table.
#[derive(Clone, Debug)]
pub(super) struct Proxy<T, S, const D: usize> {
    pub(super) user_data: T,
    pub(super) tight: Aabb<S, D>,
    pub(super) mobility: Mobility,
    /// Whether the table has a margin of its own for it. Few proxies have one: in here, the margin
    /// would make every proxy a third larger, and steps as much slower.
    pub(super) has_margin: bool,
}

/// The margin that holds for a proxy in a world with the margin `world`.
pub(super) fn margin_of<S: Scalar>(
    own: Option<Margin<S>>,
    mobility: Mobility,
    world: &Margin<S>,
) -> Margin<S> {
    own.unwrap_or(if mobility == Mobility::Static {
        Margin::Tight
    } else {
        *world
    })
}

/// A proxy that may differ from what it was at the last step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<S, const D: usize> {
    pub(super) id: ProxyId,
    /// The state at the last step; `None` if the proxy is new.
    pub(super) before: Option<State<S, D>>,
    /// Whether the caller's filter decides on its pairs again, even if they have not changed.
    pub(super) touched: bool,
}

impl<S: Scalar, const D: usize> Change<S, D> {
    /// The proxy, as a function to sort by: a closure would be compiled for each structure.
    pub(super) fn proxy(&self) -> ProxyId {
        self.id
    }

    /// The change without what makes no difference to a step; `None` if nothing is left. `now` is
    /// the present state of the proxy.
    pub(super) fn reduced(&self, now: Option<State<S, D>>) -> Option<Self> {
        let touched = self.touched && self.before.is_some() && now.is_some();
        (touched || self.before != now).then_some(Self { touched, ..*self })
    }
}

/// The fat boxes of the proxy in a slot, at the last step and now. Most pairs of a step are decided
/// by these alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<S, const D: usize> {
    pub(super) before: Aabb<S, D>,
    pub(super) now: Aabb<S, D>,
    /// Whether nothing but the box may have changed since the last step, or the proxy is new.
    pub(super) steady: bool,
    /// Whether there was no such proxy at the last step. `before` has no meaning then.
    pub(super) is_new: bool,
    /// Whether the proxy is dynamic, or was at the last step.
    pub(super) dynamic: bool,
    /// The present mobility; `None` if the slot is free.
    pub(super) mobility: Option<Mobility>,
    /// The index of the proxy's change since the last step, or [`NO_CHANGE`](Self::NO_CHANGE).
    /// Here and not in the proxy, which the end of a step then does not touch.
    pub(super) change: u32,
}

/// What happened to a pair since the last step, as far as boxes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Transition {
    Began,
    Ended,
    /// More than boxes changed.
    Unclear,
}

impl<S: Scalar, const D: usize> Motion<S, D> {
    /// No index of a change: there are fewer.
    pub(super) const NO_CHANGE: u32 = u32::MAX;

    /// The motion of a proxy that has not changed since the last step.
    pub(super) fn at_rest(fat: Aabb<S, D>, mobility: Mobility) -> Self {
        Self {
            before: fat,
            now: fat,
            steady: true,
            is_new: false,
            dynamic: mobility == Mobility::Dynamic,
            mobility: Some(mobility),
            change: Self::NO_CHANGE,
        }
    }

    /// The motion of a proxy that did not exist at the last step.
    pub(super) fn new(fat: Aabb<S, D>, mobility: Mobility) -> Self {
        Self {
            is_new: true,
            ..Self::at_rest(fat, mobility)
        }
    }

    /// The motion of a proxy about which more than the box changed.
    pub(super) fn unsteady(fat: Aabb<S, D>, mobility: Mobility) -> Self {
        Self {
            steady: false,
            ..Self::at_rest(fat, mobility)
        }
    }

    /// Makes the present the state at the last step.
    pub(super) fn settle(&mut self) {
        self.before = self.now;
        self.steady = true;
        self.is_new = false;
        self.dynamic = self.mobility == Some(Mobility::Dynamic);
        self.change = Self::NO_CHANGE;
    }

    /// The box in which pairs are searched: both fat boxes, if they overlap.
    pub(super) fn search_box(&self) -> Aabb<S, D> {
        if !self.is_new && self.before.overlaps(&self.now) {
            self.before.union(&self.now)
        } else {
            self.now
        }
    }

    /// Whether anything that pairs depend on may have changed.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.steady | self.is_new | (self.before != self.now)
    }

    /// What happened to the pair of two proxies, `None` if certainly nothing. Free of branches.
    #[inline]
    pub(super) fn transition(&self, other: &Self) -> Option<Transition> {
        let is_new = self.is_new | other.is_new;
        let then = self.before.overlaps(&other.before) & !is_new;
        let now = self.now.overlaps(&other.now);
        let steady = self.steady & other.steady;
        let one_dynamic = self.dynamic | other.dynamic;
        let transition = if !steady {
            Transition::Unclear
        } else if then {
            Transition::Ended
        } else {
            Transition::Began
        };
        (one_dynamic & !(steady & (then == now))).then_some(transition)
    }
}
