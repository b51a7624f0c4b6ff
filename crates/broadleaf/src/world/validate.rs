//! Checks W1 to W6.

use super::step::Trace;
use super::{Mobility, ProxyId, World};
use crate::geometry::Scalar;
use crate::index::BroadPhase;
use crate::report::Violation;
use alloc::format;

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Checks every invariant of the world and of its structures.
    ///
    /// # Errors
    /// Names the first broken invariant; that is a bug in Broadleaf.
    pub fn validate(&self) -> Result<(), Violation> {
        self.moving.validate()?;
        self.fixed.validate()?;
        for (id, proxy) in self.slots.iter() {
            let Trace {
                before,
                now: fat,
                steady,
                mobility,
            } = self.traces[id.id().index()];
            let structure = if proxy.mobility == Mobility::Moving {
                &self.moving
            } else {
                &self.fixed
            };
            ensure(
                fat.contains(&proxy.tight),
                "W1: a fat box contains its tight box",
                id,
            )?;
            ensure(
                structure.get(id.id()) == Some(fat),
                "W2: the structures hold the fat boxes",
                id,
            )?;
            ensure(
                structure.category(id.id()) == Some(proxy.filter.category),
                "W2: the structures know the categories",
                id,
            )?;
            let named = proxy.change.is_none_or(|change| {
                self.changes
                    .get(change as usize)
                    .is_some_and(|change| change.id == id)
            });
            ensure(named, "W3: a changed proxy is named by its change", id)?;
            ensure(
                proxy.change.is_some() || (steady && before == fat),
                "W4: an unchanged proxy is steady",
                id,
            )?;
            ensure(
                mobility == Some(proxy.mobility),
                "W4: a trace knows the mobility",
                id,
            )?;
        }
        for (number, change) in self.changes.iter().enumerate() {
            let noted = self
                .slots
                .get(change.id)
                .is_none_or(|proxy| proxy.change.is_some_and(|change| change as usize == number));
            ensure(noted, "W3: a change is noted in its proxy", change.id)?;
        }
        let count = self.slots.iter().count();
        ensure(
            self.len() == count,
            "W2: the structures hold nothing else",
            ProxyId::from_bits(count as u64),
        )?;
        let traced = self
            .traces
            .iter()
            .filter(|trace| trace.mobility.is_some())
            .count();
        ensure(
            traced == count,
            "W4: a trace knows whether there is a proxy",
            ProxyId::from_bits(count as u64),
        )?;
        let journal = self
            .journal
            .as_ref()
            .and_then(|journal| journal.hash(&self.roster()));
        let settled = self.settled_hash();
        ensure(
            journal.is_none_or(|hash| hash == settled),
            "W6: the hash is carried along",
            ProxyId::from_bits(settled),
        )?;
        self.refused.iter().try_for_each(|&(a, b)| {
            let changed = |id| {
                self.slots
                    .get(id)
                    .is_none_or(|proxy| proxy.change.is_some())
            };
            let overlap = self
                .fat_aabb(a)
                .zip(self.fat_aabb(b))
                .is_some_and(|(a, b)| a.overlaps(&b));
            ensure(
                overlap || changed(a) || changed(b),
                "W5: refused pairs overlap",
                a,
            )
        })
    }
}

fn ensure(holds: bool, invariant: &'static str, id: ProxyId) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, format!("proxy {id}")))
    }
}
