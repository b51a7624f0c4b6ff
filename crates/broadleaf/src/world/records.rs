//! What the pairs of all slots depend on.

use super::filters::Filters;
use super::id::ProxyId;
use super::state::{Change, Motion, State};
use crate::geometry::Scalar;
use crate::store::Id;

/// What the pairs of all slots depend on: a [`Table`](super::table::Table) without user data, which
/// threads can share.
#[derive(Clone, Copy)]
pub(super) struct Records<'a, S, const D: usize> {
    pub(super) generations: &'a [u32],
    pub(super) filters: &'a Filters,
    pub(super) motions: &'a [Motion<S, D>],
    pub(super) changes: &'a [Change<S, D>],
    /// Whether a proxy that existed at the last step may be gone.
    pub(super) has_departed: bool,
    /// Whether a proxy that changed may be static, or may have been.
    pub(super) has_static_change: bool,
}

impl<'a, S: Scalar, const D: usize> Records<'a, S, D> {
    /// The id of the proxy in a slot.
    #[inline]
    pub(super) fn id(&self, slot: Id) -> ProxyId {
        ProxyId::new(slot.0, self.generations[slot.index()])
    }

    /// The present state of a proxy.
    pub(super) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        let slot = id.id();
        let motion = self.motions.get(slot.index())?;
        let mobility = motion.mobility.filter(|_| self.id(slot) == id)?;
        Some(State {
            fat: motion.now,
            filter: self.filters.get(slot),
            mobility,
        })
    }

    /// The change of the proxy in a slot.
    pub(super) fn change_of(&self, slot: Id) -> Option<&'a Change<S, D>> {
        self.changes.get(self.motions[slot.index()].change as usize)
    }
}
