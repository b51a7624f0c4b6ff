//! What pairs depend on, at the last step and at present.

use super::id::ProxyId;
use super::margin::Margin;
use super::mobility::Mobility;
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};

/// What the pairs of a proxy depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct State<S, const D: usize> {
    pub(crate) fat: Aabb<S, D>,
    pub(crate) filter: Filter,
    pub(crate) mobility: Mobility,
}

impl<S: Scalar, const D: usize> State<S, D> {
    /// Whether proxies in these states form a pair, unless the caller's filter refuses it.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.fat.overlaps(&other.fat) && self.may_pair(other)
    }

    /// Whether they form a pair if their fat boxes overlap.
    pub(crate) fn may_pair(&self, other: &Self) -> bool {
        self.mobility.meets(other.mobility) && self.filter.allows(&other.filter)
    }
}

/// A living proxy. The table has its fat box and its filter.
#[derive(Clone, Debug)]
pub(crate) struct Proxy<T, S, const D: usize> {
    pub(crate) user_data: T,
    pub(crate) tight: Aabb<S, D>,
    pub(crate) mobility: Mobility,
    /// Whether the table has a margin for this proxy alone. Few proxies have one. Stored here, a
    /// margin would make every proxy a third larger, and steps slower in proportion.
    pub(crate) has_margin: bool,
}

/// The margin that applies to a proxy in a broad phase with the margin `broad_phase`.
pub(crate) fn margin_of<S: Scalar>(
    own: Option<Margin<S>>,
    mobility: Mobility,
    broad_phase: &Margin<S>,
) -> Margin<S> {
    own.unwrap_or(if mobility == Mobility::Static {
        Margin::Tight
    } else {
        *broad_phase
    })
}

/// What a step reads about the proxy in a slot, besides its fat box, which the table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status {
    /// The current mobility; `None` if the slot is free.
    pub(crate) mobility: Option<Mobility>,
    /// The index of the proxy's change since the last step, or [`NO_CHANGE`](Self::NO_CHANGE). Not
    /// in the proxy, so that the end of a step does not touch proxies.
    pub(crate) change: u32,
}

impl Status {
    /// Not the index of a change: there are never that many.
    pub(crate) const NO_CHANGE: u32 = u32::MAX;

    /// The status of a proxy that has not changed since the last step, or of a free slot.
    pub(crate) fn at_rest(mobility: Option<Mobility>) -> Self {
        Self {
            mobility,
            change: Self::NO_CHANGE,
        }
    }

    /// Whether the proxy may differ from its state at the last step.
    pub(crate) fn has_changed(self) -> bool {
        self.change != Self::NO_CHANGE
    }
}

/// A proxy that may differ from its state at the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<S, const D: usize> {
    pub(crate) id: ProxyId,
    /// The state at the last step; `None` if the proxy is new.
    pub(crate) before: Option<State<S, D>>,
    /// Whether nothing but the box may have changed, or the proxy is new.
    pub(crate) steady: bool,
    /// Whether the caller's filter decides on its pairs again, even if they have not changed.
    pub(crate) touched: bool,
}

impl<S: Scalar, const D: usize> Change<S, D> {
    /// A function to sort by: a closure would be compiled for each structure.
    pub(crate) fn proxy(&self) -> ProxyId {
        self.id
    }

    /// The change without what makes no difference to a step; `None` if nothing remains. `now` is
    /// the current state of the proxy.
    pub(crate) fn reduced(&self, now: Option<State<S, D>>) -> Option<Self> {
        let touched = self.touched && self.before.is_some() && now.is_some();
        (touched || self.before != now).then_some(Self { touched, ..*self })
    }
}
