//! Checks W1 to W8.

use alloc::format;

use crate::broad_phase::broad_phase::{BroadPhase, in_structure};
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::proxy::Proxy;
use crate::broad_phase::step::events::Events;
use crate::broad_phase::step::stays::Stays;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::report::Violation;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Checks every invariant of the broad phase and of its structures. Visits every proxy and
    /// every node and, if steps report stays, lists all pairs.
    ///
    /// # Errors
    /// Names the first broken invariant, which is a bug in Broadleaf.
    pub fn validate(&self) -> Result<(), Violation> {
        self.moving.validate()?;
        self.fixed.validate()?;
        for (id, proxy) in self.table.slots.iter() {
            self.check_proxy(id, proxy)?;
        }
        self.check_changes()?;
        self.check_whole()?;
        self.check_refused()
    }

    fn check_proxy(&self, id: ProxyId, proxy: &Proxy<T, S, D>) -> Result<(), Violation> {
        let (slot, fat) = (id.id(), self.table.fat(id.id()));
        let margin = self.table.margin(slot, proxy, &self.margin);
        let (held, category) = in_structure!([&] self, proxy.mobility, structure => {
            (structure.get(slot), structure.category(slot))
        });
        let is_known = !margin.is_ahead(&fat, &proxy.tight) || self.ahead.has(slot);
        let filter = self.table.filters.get(slot);
        let status = self.table.statuses[slot.index()];
        let change = self.table.changes.get(status.change as usize);
        let is_named = !status.has_changed() || change.is_some_and(|change| change.id == id);
        let has_mobility = status.mobility == Some(proxy.mobility);
        let invariants = [
            (
                margin.allows(&fat, &proxy.tight),
                "W1: a fat box belongs to its tight box",
            ),
            (held == Some(fat), "W2: the structures hold the fat boxes"),
            (
                category == Some(filter.category),
                "W2: the structures hold the categories",
            ),
            (is_known, "W8: a fat box that reaches far ahead is known"),
            (is_named, "W3: the change of a proxy names it"),
            (has_mobility, "W4: a status has the mobility of its proxy"),
        ];
        ensure(id, &invariants)
    }

    fn check_changes(&self) -> Result<(), Violation> {
        let mut changes = self.table.changes.iter().enumerate();
        changes.try_for_each(|(number, change)| {
            let proxy = self.table.slots.get(change.id);
            let noted = self.table.statuses[change.id.id().index()].change;
            let is_noted = proxy.is_none() || noted as usize == number;
            let has_kind = self.table.is_kind_noted(change);
            let invariants = [
                (is_noted, "W3: a change is noted in its proxy"),
                (has_kind, "W3: the kind of a change is noted"),
            ];
            ensure(change.id, &invariants)
        })
    }

    /// Checks the invariants that concern all proxies together.
    fn check_whole(&self) -> Result<(), Violation> {
        let count = self.table.slots.iter().count();
        let statuses = self.table.statuses.iter();
        let occupied = statuses.filter(|status| status.mobility.is_some()).count();
        let journal = self.journal.as_ref();
        let carried = journal.and_then(|journal| journal.hash(&self.table));
        let is_hash = carried.is_none_or(|hash| hash == self.settled_hash());
        let invariants = [
            (self.len() == count, "W2: the structures hold nothing else"),
            (
                occupied == count,
                "W4: a status without a proxy has no mobility",
            ),
            (is_hash, "W6: the journal has the hash of all slots"),
            (
                self.are_stays_right(),
                "W7: the begun and the stayed pairs are all pairs",
            ),
        ];
        ensure(ProxyId::NONE, &invariants)
    }

    fn check_refused(&self) -> Result<(), Violation> {
        let was_pair = self.table.was_pair();
        let invariant = "W5: a refused pair overlapped and was allowed at the last step";
        let mut refused = self.refused.iter();
        refused.try_for_each(|pair| ensure(pair[0], &[(was_pair(pair), invariant)]))
    }

    fn are_stays_right(&self) -> bool {
        if self.stays != Stays::Known || !self.table.changes.is_empty() {
            return true;
        }
        let Events { begun, stayed, .. } = &self.events;
        let mut pairs = [begun.as_slice(), stayed].concat();
        pairs.sort_unstable();
        pairs == self.pairs() && stayed.is_sorted()
    }
}

/// Names the first invariant that does not hold.
fn ensure(id: ProxyId, invariants: &[(bool, &'static str)]) -> Result<(), Violation> {
    let broken = invariants.iter().find(|(holds, _)| !holds);
    broken.map_or(Ok(()), |(_, invariant)| {
        Err(Violation::new(invariant, format!("proxy {id}")))
    })
}
