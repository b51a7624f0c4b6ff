//! What the pairs of all slots depend on.

use super::filters::SlotFilters;
use super::id::ProxyId;
use super::proxy::{Change, State, Status};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// Which kinds of changes there may be since the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds {
    /// Whether a proxy that existed at the last step may be gone.
    pub(crate) has_departed: bool,
    /// Whether the structure of the static proxies may hold a changed proxy, or may have held it.
    pub(crate) has_static: bool,
    /// Whether more than the box of a proxy may have changed.
    pub(crate) has_unsteady: bool,
}

impl Kinds {
    pub(crate) const ALL: Self = Self {
        has_departed: true,
        has_static: true,
        has_unsteady: true,
    };

    /// Whether these kinds include all of `others`.
    pub(crate) fn cover(self, others: Self) -> bool {
        self.has_departed >= others.has_departed
            && self.has_static >= others.has_static
            && self.has_unsteady >= others.has_unsteady
    }
}

/// What the pairs of all slots depend on: a [`Table`](super::table::Table) without user data, which
/// threads can share.
#[derive(Clone, Copy)]
pub(crate) struct SlotRecords<'a, S, const D: usize> {
    pub(crate) generations: &'a [u32],
    pub(crate) filters: &'a SlotFilters,
    /// The current fat boxes.
    pub(crate) fats: &'a [Aabb<S, D>],
    pub(crate) statuses: &'a [Status],
    pub(crate) changes: &'a [Change<S, D>],
    pub(crate) kinds: Kinds,
    /// Whether a proxy may be asleep: true once any proxy has slept.
    pub(crate) may_sleep: bool,
}

impl<'a, S: Scalar, const D: usize> SlotRecords<'a, S, D> {
    #[inline]
    pub(crate) fn id(&self, slot: Id) -> ProxyId {
        ProxyId::new(slot.0, self.generations[slot.index()])
    }

    /// The current state of a proxy.
    pub(crate) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        let slot = id.id();
        let state = self.state_in(slot)?;
        (self.id(slot) == id).then_some(state)
    }

    #[inline]
    pub(crate) fn state_in(&self, slot: Id) -> Option<State<S, D>> {
        let status = self.statuses.get(slot.index())?;
        Some(State {
            fat: self.fats[slot.index()],
            filter: self.filters.get(slot),
            mobility: status.mobility?,
        })
    }

    /// The state of the proxy in a slot at the last step; `None` if the proxy is new.
    #[inline]
    pub(crate) fn state_before(&self, slot: Id) -> Option<State<S, D>> {
        match self.change_of(slot) {
            Some(change) => change.before,
            None => self.state_in(slot),
        }
    }

    pub(crate) fn change_of(&self, slot: Id) -> Option<&'a Change<S, D>> {
        self.changes
            .get(self.statuses[slot.index()].change as usize)
    }
}
