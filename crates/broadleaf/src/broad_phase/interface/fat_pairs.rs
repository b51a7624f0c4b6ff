//! All pairs of fat boxes that the events are about. The code here does not depend on the data of
//! proxies, so the search is compiled once for all types of data.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::records::SlotRecords;
use crate::broad_phase::step::pair_lists::KnownPairs;
use crate::broad_phase::step::refusals::Refusals;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;
use crate::visit::never_breaks;

/// What decides which fat boxes form pairs.
#[derive(Clone, Copy)]
pub(crate) struct FatPairs<'a, S, const D: usize, B, F> {
    records: SlotRecords<'a, S, D>,
    moving: &'a B,
    fixed: &'a F,
    refused: &'a Refusals,
    /// The pairs of the last step, if they are known and nothing changed since.
    known: Option<KnownPairs<'a>>,
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    pub(crate) fn fat_pairs(&self) -> FatPairs<'_, S, D, B, F> {
        let records = self.table.records();
        let known = self.scratch.lists.known();
        FatPairs {
            known: known.filter(|_| records.changes.is_empty() && !records.may_sleep),
            records,
            moving: &self.moving,
            fixed: &self.fixed,
            refused: &self.refused,
        }
    }
}

impl<S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    FatPairs<'_, S, D, B, F>
{
    /// Replaces a list by all pairs, sorted.
    #[inline(never)]
    pub(crate) fn list_into(&self, pairs: &mut Vec<[ProxyId; 2]>) {
        pairs.clear();
        let push = |a, b| pairs.push([a, b].map(|slot| self.records.id(slot)));
        let ControlFlow::Continue(()) = self.try_for_each(never_breaks(push));
        pairs.sort_unstable();
    }

    pub(crate) fn try_for_each<C>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        if let Some(known) = self.known {
            // The filters of these pairs allow them.
            let mut pairs = known.iter().filter(|&[a, b]| !self.is_refused(a, b));
            pairs.try_for_each(|[a, b]| visit(a, b))?;
            if known.scope.with_static {
                return ControlFlow::Continue(());
            }
        }
        let mut visit = |a: Id, b: Id| match self.allow(a, b) {
            true => visit(a.min(b), a.max(b)),
            false => ControlFlow::Continue(()),
        };
        if self.known.is_none() {
            self.moving.try_for_each_pair(&mut visit)?;
        }
        self.fixed
            .try_for_each_cross_pair(self.moving, &mut visit)?;
        self.try_for_each_overlap_of_sleepers(visit)
    }

    /// Visits every pair of overlapping fat boxes in the structure of the static proxies with at
    /// least one sleeping proxy, until the visitor breaks. Costs one query per sleeping proxy: a
    /// search for all overlaps would find pairs of two static proxies, of which there may be many.
    pub(crate) fn try_for_each_overlap_of_sleepers<C>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        if !self.records.may_sleep {
            return ControlFlow::Continue(());
        }
        let statuses = self.records.statuses;
        let is_asleep = |slot: Id| statuses[slot.index()].mobility == Some(Mobility::Sleeping);
        for slot in (0..statuses.len())
            .map(Id::at)
            .filter(|&slot| is_asleep(slot))
        {
            let fat = &self.records.fats[slot.index()];
            self.fixed.try_for_each_overlap(fat, |other| {
                // A pair of two sleeping proxies is visited for the smaller one.
                if is_asleep(other) && other <= slot {
                    return ControlFlow::Continue(());
                }
                visit(slot, other)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every proxy that forms a pair with the one in a slot if the filters allow it, and
    /// some that do not, until the visitor breaks.
    pub(crate) fn try_for_each_overlap_of<C>(
        &self,
        slot: Id,
        mut visit: impl FnMut(Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let Some(state) = self.records.state_in(slot) else {
            return ControlFlow::Continue(());
        };
        self.moving.try_for_each_overlap(&state.fat, &mut visit)?;
        if state.mobility.meets_all() || self.records.may_sleep {
            self.fixed.try_for_each_overlap(&state.fat, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the proxies in two slots form a pair if their boxes overlap.
    pub(crate) fn allow(&self, a: Id, b: Id) -> bool {
        let states = self.records.state_in(a).zip(self.records.state_in(b));
        states.is_some_and(|(x, y)| x.may_pair(&y)) && !self.is_refused(a, b)
    }

    fn is_refused(&self, a: Id, b: Id) -> bool {
        let pair = || [a.min(b), a.max(b)].map(|slot| self.records.id(slot));
        !self.refused.is_empty() && self.refused.has(&pair())
    }
}
