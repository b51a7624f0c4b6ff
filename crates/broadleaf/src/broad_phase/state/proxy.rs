//! What pairs depend on, at the last step and now.

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
    /// Whether two proxies in these states form a pair, unless the caller's filter refuses it.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.fat.overlaps(&other.fat) && self.may_pair(other)
    }

    /// Whether they do if their fat boxes overlap.
    pub(crate) fn may_pair(&self, other: &Self) -> bool {
        self.mobility.meets(other.mobility) && self.filter.allows(&other.filter)
    }
}

/// A living proxy. Its fat box and its filter are in the table.
#[derive(Clone, Debug)]
pub(crate) struct Proxy<T, S, const D: usize> {
    pub(crate) user_data: T,
    pub(crate) tight: Aabb<S, D>,
    pub(crate) mobility: Mobility,
    /// Whether the table has a margin of its own for it. Few proxies have one: in here, the margin
    /// would make every proxy a third larger, and steps as much slower.
    pub(crate) has_margin: bool,
}

/// The margin that holds for a proxy in a broad phase with the margin `broad_phase`.
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

/// The proxy in a slot, as far as a step looks at it. The table has its fat box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status {
    /// The present mobility; `None` if the slot is free.
    pub(crate) mobility: Option<Mobility>,
    /// The index of the proxy's change since the last step, or [`NO_CHANGE`](Self::NO_CHANGE).
    /// Here and not in the proxy, which the end of a step then does not touch.
    pub(crate) change: u32,
}

impl Status {
    /// No index of a change: there are fewer.
    pub(crate) const NO_CHANGE: u32 = u32::MAX;

    /// The status of a proxy that has not changed since the last step, or of a free slot.
    pub(crate) fn at_rest(mobility: Option<Mobility>) -> Self {
        Self {
            mobility,
            change: Self::NO_CHANGE,
        }
    }

    /// Whether the proxy may differ from what it was at the last step.
    pub(crate) fn has_changed(self) -> bool {
        self.change != Self::NO_CHANGE
    }
}

/// A proxy that may differ from what it was at the last step.
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
    /// The proxy, as a function to sort by: a closure would be compiled for each structure.
    pub(crate) fn proxy(&self) -> ProxyId {
        self.id
    }

    /// The change without what makes no difference to a step; `None` if nothing is left. `now` is
    /// the present state of the proxy.
    pub(crate) fn reduced(&self, now: Option<State<S, D>>) -> Option<Self> {
        let touched = self.touched && self.before.is_some() && now.is_some();
        (touched || self.before != now).then_some(Self { touched, ..*self })
    }
}
