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
    /// Checks every invariant of the broad phase and of its structures.
    ///
    /// # Errors
    /// Names the first broken invariant; that is a bug in Broadleaf.
    pub fn validate(&self) -> Result<(), Violation> {
        self.moving.validate()?;
        self.fixed.validate()?;
        for (id, proxy) in self.table.slots.iter() {
            self.check_boxes(id, proxy)?;
            self.check_proxy(id, proxy)?;
        }
        self.check_changes()?;
        self.check_counts()?;
        self.check_hash()?;
        self.check_refused()?;
        self.check_stays()
    }

    fn check_boxes(&self, id: ProxyId, proxy: &Proxy<T, S, D>) -> Result<(), Violation> {
        let fat = self.table.fat(id.id());
        let margin = self.table.margin(id.id(), proxy, &self.margin);
        let held = in_structure!([&] self, proxy.mobility, structure => {
            (structure.get(id.id()), structure.category(id.id()))
        });
        ensure(
            margin.allows(&fat, &proxy.tight),
            "W1: a fat box belongs to its tight box",
            id,
        )?;
        ensure(
            held.0 == Some(fat),
            "W2: the structures hold the fat boxes",
            id,
        )?;
        ensure(
            held.1 == Some(self.table.filters.get(id.id()).category),
            "W2: the structures hold the categories",
            id,
        )?;
        ensure(
            !margin.is_ahead(&fat, &proxy.tight) || self.ahead.has(id.id()),
            "W8: a fat box that reaches far ahead is known",
            id,
        )
    }

    fn check_proxy(&self, id: ProxyId, proxy: &Proxy<T, S, D>) -> Result<(), Violation> {
        let status = self.table.statuses[id.id().index()];
        let change = self.table.changes.get(status.change as usize);
        ensure(
            !status.has_changed() || change.is_some_and(|change| change.id == id),
            "W3: the change of a proxy names it",
            id,
        )?;
        ensure(
            status.mobility == Some(proxy.mobility),
            "W4: a status has the mobility of its proxy",
            id,
        )
    }

    fn check_changes(&self) -> Result<(), Violation> {
        for (number, change) in self.table.changes.iter().enumerate() {
            let proxy = self.table.slots.get(change.id);
            let noted = self.table.statuses[change.id.id().index()].change;
            ensure(
                proxy.is_none() || noted as usize == number,
                "W3: a change is noted in its proxy",
                change.id,
            )?;
            ensure(
                self.table.is_kind_noted(change),
                "W3: the kind of a change is noted",
                change.id,
            )?;
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), Violation> {
        let count = self.table.slots.iter().count();
        let statuses = self.table.statuses.iter();
        let occupied = statuses.filter(|status| status.mobility.is_some()).count();
        ensure(
            self.len() == count,
            "W2: the structures hold nothing else",
            ProxyId::NONE,
        )?;
        ensure(
            occupied == count,
            "W4: a status without a proxy has no mobility",
            ProxyId::NONE,
        )
    }

    fn check_hash(&self) -> Result<(), Violation> {
        let carried = self
            .journal
            .as_ref()
            .and_then(|journal| journal.hash(&self.table));
        ensure(
            carried.is_none_or(|hash| hash == self.settled_hash()),
            "W6: the journal has the hash of all slots",
            ProxyId::NONE,
        )
    }

    fn check_refused(&self) -> Result<(), Violation> {
        let before = self.table.at_last_step();
        self.refused.iter().try_for_each(|pair| {
            let was_pair = match pair.map(&before) {
                [Some(a), Some(b)] => a.meets(&b),
                _ => false,
            };
            ensure(
                was_pair,
                "W5: a refused pair overlapped and was allowed at the last step",
                pair[0],
            )
        })
    }

    fn check_stays(&self) -> Result<(), Violation> {
        if self.stays != Stays::Known || !self.table.changes.is_empty() {
            return Ok(());
        }
        let Events { begun, stayed, .. } = &self.events;
        let mut pairs = [begun.as_slice(), stayed].concat();
        pairs.sort_unstable();
        ensure(
            pairs == self.pairs() && stayed.is_sorted(),
            "W7: the begun and the stayed pairs are all pairs",
            ProxyId::NONE,
        )
    }
}

fn ensure(holds: bool, invariant: &'static str, id: ProxyId) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, format!("proxy {id}")))
    }
}
