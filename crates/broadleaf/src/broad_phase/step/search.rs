//! Searches for the pairs of each changed proxy, if few proxies changed.
//!
//! If the previous and the current fat box of a proxy overlap, it is searched for once, with their
//! union. Otherwise it is searched for at each of its boxes:
//!
//! ```text
//!   moved                      jumped                            removed          new
//!   ┌────────────────┐
//!   │ ┌────────┐     │         ┌────────┐         ┌───────┐      ┌────────┐       ┌───────┐
//!   │ │ before ┼───┐ │         │ before │         │  now  │      │ before │       │  now  │
//!   │ └─┬──────┘now│ │         └────────┘         └───────┘      └────────┘       └───────┘
//!   │   └──────────┘ │
//!   └────────────────┘
//!   one mover, searched        two movers, which find the        one mover        one mover
//!   for with the union         pairs before and the pairs now
//! ```
//!
//! The movers are compared with each other. Then the structures are queried with each mover, for
//! pairs with proxies that did not change.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::overlaps::PairKey;
use super::trim::trim;
use super::tuning::MIN_ORDERED;
use crate::broad_phase::state::records::SlotRecords;
use crate::curve::{Keyed, sort_along_curve};
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::pair_finder::PairFinder;
use crate::sort::{itself, sort_sparse};
use crate::store::{Id, push_if};

/// A proxy before, now, or at both times.
#[derive(Clone, Copy, Debug)]
struct Mover<S, const D: usize> {
    slot: Id,
    /// The fat box at the last step; any box unless `was` is true.
    before: Aabb<S, D>,
    /// The current fat box; any box unless `is` is true.
    now: Aabb<S, D>,
    was: bool,
    is: bool,
    /// Whether nothing but the box may have changed.
    steady: bool,
    /// Whether anything that pairs depend on may have changed.
    has_changed: bool,
    /// Whether the proxy forms pairs with all others, or did at the last step.
    meets_all: bool,
}

/// The pairs before and now, as sorted numbers. Most pairs that are in both are left out: if only
/// the boxes of their proxies changed, there is nothing to report.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedPairs {
    pub(crate) before: Vec<u64>,
    pub(crate) after: Vec<u64>,
}

/// Searches for the pairs of changed proxies. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeSearch<S, const D: usize> {
    movers: Vec<Mover<S, D>>,
    /// The box for which each mover is searched.
    boxes: Vec<Aabb<S, D>>,
    /// The movers for which a structure is queried. `spare` is scratch memory to sort them.
    order: Vec<Keyed>,
    spare: Vec<Keyed>,
    pub(crate) found: ChangedPairs,
    /// Scratch memory to sort pairs.
    spare_keys: Vec<u64>,
}

impl<S: Scalar, const D: usize> ChangeSearch<S, D> {
    /// Starts a search: gathers the changed proxies.
    pub(crate) fn begin(&mut self, records: SlotRecords<'_, S, D>) {
        self.movers.clear();
        self.boxes.clear();
        self.found.before.clear();
        self.found.after.clear();
        for change in records.changes {
            let (before, now) = (change.before, records.state(change.id));
            let Some(any) = now.or(before) else {
                continue;
            };
            let fat_before = before.map_or(any.fat, |state| state.fat);
            let mover = Mover {
                slot: change.id.id(),
                before: fat_before,
                now: any.fat,
                was: before.is_some(),
                is: now.is_some(),
                steady: change.steady,
                has_changed: !change.steady
                    || before.is_none()
                    || now.is_none()
                    || fat_before != any.fat,
                meets_all: [before, now]
                    .into_iter()
                    .flatten()
                    .any(|state| state.mobility.meets_all()),
            };
            self.push(mover);
        }
    }

    /// Adds a mover, or one for each of its boxes.
    fn push(&mut self, mover: Mover<S, D>) {
        let Mover {
            before,
            now,
            was,
            is,
            ..
        } = mover;
        if was && is && before.overlaps(&now) {
            self.boxes.push(before.union(&now));
            self.movers.push(mover);
            return;
        }
        if was {
            self.boxes.push(before);
            self.movers.push(Mover { is: false, ..mover });
        }
        if is {
            self.boxes.push(now);
            self.movers.push(Mover {
                was: false,
                ..mover
            });
        }
    }

    /// Finds the pairs of movers with each other. Breaks beyond `most` pairs.
    pub(crate) fn compare_movers(
        &mut self,
        key: PairKey,
        finder: &mut PairFinder<S, D>,
        most: usize,
    ) -> ControlFlow<()> {
        let (movers, found) = (&self.movers, &mut self.found);
        finder
            .within(&self.boxes)
            .expect("two movers for each slot have 32-bit numbers")
            .try_for_each_pair(|a, b| {
                found.add(key, &movers[a.index()], &movers[b.index()]);
                found.break_beyond(most)
            })
    }

    /// Queries a structure with every mover, or only with movers that form pairs with all others,
    /// for pairs with proxies that have not changed. Breaks beyond `most` pairs.
    pub(crate) fn query(
        &mut self,
        key: PairKey,
        records: SlotRecords<'_, S, D>,
        structure: &impl SpatialIndexMut<S, D>,
        with_all: bool,
        most: usize,
    ) -> ControlFlow<()> {
        self.order_queries(with_all);
        for &Keyed { index, .. } in &self.order {
            let (mover, aabb) = (&self.movers[index as usize], &self.boxes[index as usize]);
            let found = &mut self.found;
            structure.for_each_overlap(aabb, |slot| {
                if let Some(other) = at_rest(records, slot) {
                    found.add(key, mover, &other);
                }
            });
            found.break_beyond(most)?;
        }
        ControlFlow::Continue(())
    }

    /// Orders all movers, or those that form pairs with all others, along a curve. Consecutive
    /// queries then visit the same nodes: in any other order, each of 5,000 queries of a tree of
    /// 100,000 boxes misses the cache at several levels.
    fn order_queries(&mut self, with_all: bool) {
        let takes_part = |mover: &Mover<S, D>| mover.has_changed && (mover.meets_all || with_all);
        let movers = (0..).zip(&self.movers);
        let movers = movers.filter(|(_, mover)| takes_part(mover));
        self.order.clear();
        self.order
            .extend(movers.map(|(index, _)| Keyed { key: 0, index }));
        if self.order.len() >= MIN_ORDERED {
            let boxes = &self.boxes;
            let box_of = |index| boxes[index as usize];
            sort_along_curve(&mut self.order, &mut self.spare, box_of);
        }
        trim(&mut self.order);
        trim(&mut self.spare);
    }

    pub(crate) fn sort(&mut self) {
        for keys in [&mut self.found.before, &mut self.found.after] {
            sort_sparse(keys, &mut self.spare_keys, itself);
            trim(keys);
        }
        trim(&mut self.spare_keys);
    }
}

/// The proxy in a slot, if it has not changed.
#[inline]
fn at_rest<S: Scalar, const D: usize>(
    records: SlotRecords<'_, S, D>,
    slot: Id,
) -> Option<Mover<S, D>> {
    let status = records.statuses[slot.index()];
    let mobility = status.mobility.filter(|_| !status.has_changed())?;
    let fat = records.fats[slot.index()];
    Some(Mover {
        slot,
        before: fat,
        now: fat,
        was: true,
        is: true,
        steady: true,
        has_changed: false,
        meets_all: mobility.meets_all(),
    })
}

impl ChangedPairs {
    /// Adds a pair of movers to the lists in which their boxes overlap, unless nothing can have
    /// happened to it. Without branches: most pairs of a step are not added, which a processor
    /// cannot predict, and with a branch it would wait for the boxes of one pair at a time.
    #[inline]
    fn add<S: Scalar, const D: usize>(&mut self, key: PairKey, a: &Mover<S, D>, b: &Mover<S, D>) {
        let was = a.was & b.was & a.before.overlaps(&b.before);
        let is = a.is & b.is & a.now.overlaps(&b.now);
        let is_steady = a.steady & b.steady;
        let counts = (a.meets_all | b.meets_all) & ((was != is) | !is_steady);
        let number = key.pack(a.slot.0, b.slot.0);
        push_if(&mut self.before, number, was & counts);
        push_if(&mut self.after, number, is & counts);
    }

    fn break_beyond(&self, most: usize) -> ControlFlow<()> {
        match self.before.len() + self.after.len() > most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
#[path = "tests/search.rs"]
mod tests;
