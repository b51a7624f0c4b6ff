//! Ends motions that were announced and not confirmed.
//!
//! A fat box that reaches ahead is a promise that its proxy moves. A caller may move only what
//! moves, so a proxy that stops is not moved again, and nothing else would end the promise: with a
//! prediction of two displacements, one fast frame of all proxies would leave pairs at rest that a
//! new broad phase does not have. So a step without a move counts as a move to the same place.
//!
//! The proxies that are ahead are in a list (`ahead.rs`) instead of having a flag, because a step
//! must cost nothing for proxies that rest. The list is not part of a save, since it follows from
//! the boxes. Which of its members moved since the last step does not, and is saved and hashed.

use core::mem;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Gives each proxy that is ahead and was not moved since the last step the fat box of a proxy
    /// at rest.
    pub(crate) fn end_motions(&mut self) {
        if self.ahead.due.is_empty() {
            return;
        }
        let due = mem::take(&mut self.ahead.due);
        for &slot in &due {
            let Some((id, proxy)) = self.table.slots.at(slot) else {
                continue;
            };
            let tight = proxy.tight;
            if self.is_ahead(slot)
                && !self.ahead.moved.contains(slot)
                && let Ok(Some(mobility)) = self.set_tight(id, &tight, [S::default(); D])
            {
                self.scratch.moved[mobility.structure()].push(slot);
            }
        }
        self.ahead.due = due;
        self.update_structures();
    }

    /// Finds again which proxies are ahead at the end of a step. Only slots that are due or in
    /// `changed` may be ahead.
    pub(crate) fn find_ahead(&mut self, changed: impl IntoIterator<Item = Id>) {
        let mut ahead = mem::take(&mut self.ahead);
        let due = mem::take(&mut ahead.due);
        for slot in due.into_iter().chain(changed) {
            ahead.moved.insert(slot);
        }
        ahead.end_step();
        ahead.due.retain(|&slot| self.is_ahead(slot));
        self.ahead = ahead;
    }

    /// The proxies that are ahead and moved since the last step.
    pub(crate) fn moved_ahead(&self) -> impl Iterator<Item = ProxyId> {
        let moved = self.ahead.moved.as_slice().iter();
        let ahead = moved.filter(|slot| self.is_ahead(**slot));
        ahead.filter_map(|slot| Some(self.table.slots.at(*slot)?.0))
    }

    pub(crate) fn is_ahead(&self, slot: Id) -> bool {
        self.table.slots.at(slot).is_some_and(|(_, proxy)| {
            let margin = self.table.margin(slot, proxy, &self.margin);
            margin.is_ahead(&self.table.fat(slot), &proxy.tight)
        })
    }
}
