//! Questions about the pairs that the events amount to.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::broad_phase::BroadPhase;
use super::id::ProxyId;
use super::mobility::Mobility;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;
use crate::visit::never_breaks;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Visits every pair that the events so far amount to, the smaller id first, until the visitor
    /// breaks.
    ///
    /// These are the pairs whose fat boxes overlap, which mobility and filters allow, and which
    /// your filter did not refuse. They agree with the events if nothing changed since the last
    /// step.
    pub fn try_for_each_pair<C>(
        &self,
        mut visit: impl FnMut(ProxyId, ProxyId) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let mut visit = |a: Id, b: Id| match self.pair_of_slots(a, b) {
            Some([a, b]) => visit(a, b),
            None => ControlFlow::Continue(()),
        };
        self.moving.try_for_each_pair(&mut visit)?;
        self.fixed
            .try_for_each_cross_pair(&self.moving, &mut visit)?;
        self.try_for_each_overlap_of_sleepers(visit)
    }

    /// Visits every pair of overlapping fat boxes in the structure of the static proxies of which
    /// one is asleep, until the visitor breaks. One question for each of these: a search for all
    /// overlaps would find those of static proxies with each other, which may be many.
    fn try_for_each_overlap_of_sleepers<C>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        if !self.table.may_sleep {
            return ControlFlow::Continue(());
        }
        let statuses = &self.table.statuses;
        let is_asleep = |slot: Id| statuses[slot.index()].mobility == Some(Mobility::Sleeping);
        for slot in (0..statuses.len())
            .map(Id::at)
            .filter(|&slot| is_asleep(slot))
        {
            let fat = self.table.fat(slot);
            self.fixed.try_for_each_overlap(&fat, |other| {
                // A pair of two that are asleep is visited for the smaller one.
                if is_asleep(other) && other <= slot {
                    return ControlFlow::Continue(());
                }
                visit(slot, other)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every pair of [`try_for_each_pair`](Self::try_for_each_pair).
    pub fn for_each_pair(&self, visit: impl FnMut(ProxyId, ProxyId)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair(never_breaks(visit));
    }

    /// All pairs of [`try_for_each_pair`](Self::try_for_each_pair), sorted.
    #[must_use]
    pub fn pairs(&self) -> Vec<[ProxyId; 2]> {
        let mut pairs = Vec::new();
        self.pairs_into(&mut pairs);
        pairs
    }

    /// [`pairs`](Self::pairs) into a vector, which is cleared first.
    pub fn pairs_into(&self, pairs: &mut Vec<[ProxyId; 2]>) {
        pairs.clear();
        self.for_each_pair(|a, b| pairs.push([a, b]));
        pairs.sort_unstable();
    }

    /// The number of pairs.
    #[must_use]
    pub fn count_pairs(&self) -> u64 {
        let mut count = 0;
        self.for_each_pair(|_, _| count += 1);
        count
    }

    /// Whether there is any pair.
    #[must_use]
    pub fn any_pair(&self) -> bool {
        self.try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Visits every pair of which at least one proxy is among `ids` once, the smaller id first,
    /// until the visitor breaks.
    ///
    /// `ids` may be in any order. Repeated and unknown ids are ignored. Costs at most two region
    /// questions for each id.
    pub fn try_for_each_pair_of<C>(
        &self,
        ids: &[ProxyId],
        mut visit: impl FnMut(ProxyId, ProxyId) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for &id in &sorted {
            let Some(state) = self.table.state(id) else {
                continue;
            };
            let mut visit = |slot: Id| match self.pair_of_slots(id.id(), slot) {
                // A pair of two given ids is visited for the smaller one.
                Some([a, b]) if a == id || sorted.binary_search(&a).is_err() => visit(a, b),
                _ => ControlFlow::Continue(()),
            };
            self.moving.try_for_each_overlap(&state.fat, &mut visit)?;
            if state.mobility.meets_all() || self.table.may_sleep {
                self.fixed.try_for_each_overlap(&state.fat, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every pair of which at least one proxy is among `ids` once, the smaller id first.
    pub fn for_each_pair_of(&self, ids: &[ProxyId], visit: impl FnMut(ProxyId, ProxyId)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair_of(ids, never_breaks(visit));
    }

    /// All pairs of which at least one proxy is among `ids`, sorted.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// let [a, b, c] = [0, 1, 2].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
    /// broad_phase.step();
    /// assert_eq!(broad_phase.pairs_of(&[a]), [[a, b]]);
    /// assert_eq!(broad_phase.pairs_of(&[c, b]), [[a, b], [b, c]]);
    /// ```
    #[must_use]
    pub fn pairs_of(&self, ids: &[ProxyId]) -> Vec<[ProxyId; 2]> {
        let mut pairs = Vec::new();
        self.pairs_of_into(ids, &mut pairs);
        pairs
    }

    /// [`pairs_of`](Self::pairs_of) into a vector, which is cleared first.
    pub fn pairs_of_into(&self, ids: &[ProxyId], pairs: &mut Vec<[ProxyId; 2]>) {
        pairs.clear();
        self.for_each_pair_of(ids, |a, b| pairs.push([a, b]));
        pairs.sort_unstable();
    }

    /// The number of pairs of which at least one proxy is among `ids`.
    #[must_use]
    pub fn count_pairs_of(&self, ids: &[ProxyId]) -> u64 {
        let mut count = 0;
        self.for_each_pair_of(ids, |_, _| count += 1);
        count
    }

    /// Whether any proxy among `ids` forms a pair.
    #[must_use]
    pub fn any_pair_of(&self, ids: &[ProxyId]) -> bool {
        self.try_for_each_pair_of(ids, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// The [`pairs`](Self::pairs) whose tight boxes overlap, sorted: without what the margins add.
    #[must_use]
    pub fn tight_pairs(&self) -> Vec<[ProxyId; 2]> {
        let mut pairs = self.pairs();
        pairs.retain(|pair| match pair.map(|id| self.aabb(id)) {
            [Some(a), Some(b)] => a.overlaps(&b),
            _ => false,
        });
        pairs
    }

    /// The proxies in two slots, smaller id first, if they form a pair.
    fn pair_of_slots(&self, a: Id, b: Id) -> Option<[ProxyId; 2]> {
        let pair = [self.proxy(a.min(b))?, self.proxy(a.max(b))?];
        let [Some(x), Some(y)] = pair.map(|id| self.table.state(id)) else {
            return None;
        };
        (a != b && x.meets(&y) && !self.refused.contains(&pair)).then_some(pair)
    }
}
