//! Questions about the pairs that the events amount to.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::mobility::Mobility;
use crate::geometry::Scalar;
use crate::index::{Answers, SpatialIndex, SpatialIndexMut};
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
        self.fat().try_for_each_pair(|a, b| {
            let [a, b] = self.proxies([a, b]);
            visit(a, b)
        })
    }

    /// Visits every pair of overlapping fat boxes in the structure of the static proxies of which
    /// one is asleep, until the visitor breaks. One question for each of these: a search for all
    /// overlaps would find those of static proxies with each other, which may be many.
    pub(crate) fn try_for_each_overlap_of_sleepers<C>(
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
        let known = ids.iter().filter(|id| self.contains(**id));
        let slots: Vec<_> = known.map(|id| id.id()).collect();
        self.fat().try_for_each_pair_of(&slots, |a, b| {
            let [a, b] = self.proxies([a, b]);
            visit(a, b)
        })
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
        let push = never_breaks(|a, b| pairs.push([a, b]));
        let ControlFlow::Continue(()) = self.try_for_each_pair_of(ids, push);
        pairs.sort_unstable();
    }

    /// The [`pairs`](Self::pairs) whose tight boxes overlap, sorted: without what the margins add.
    #[must_use]
    pub fn tight_pairs(&self) -> Vec<[ProxyId; 2]> {
        self.proxies(self.tight().pairs())
    }

    /// The connected components of the graph whose edges are those of the [`pairs`](Self::pairs)
    /// that `is_edge`, which sees the ids and the data of both proxies: the islands of a physics
    /// engine. Lists of ascending ids, by their smallest ids; a proxy without an edge is a
    /// component by itself.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<&str, i32, 2>::default();
    /// let ground = broad_phase.create_static(Aabb::new([0, 0], [99, 1]), "ground");
    /// let [a, b, c] = [0, 2, 8].map(|x| broad_phase.create(Aabb::new([x, 1], [x + 2, 3]), "box"));
    /// let islands = broad_phase.components_where(|(_, a), (_, b)| [a, b] == [&"box"; 2]);
    /// assert!(islands.iter().eq([&[ground][..], &[a, b], &[c]]));
    /// ```
    #[doc(alias = "islands")]
    #[doc(alias = "connected_components")]
    #[must_use]
    pub fn components_where(
        &self,
        mut is_edge: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> Answers<ProxyId> {
        let at = |slot| {
            let (id, proxy) = self.table.slots.at(slot)?;
            Some((id, &proxy.user_data))
        };
        let islands = self
            .fat()
            .components_where(|a, b| at(a).zip(at(b)).is_some_and(|(a, b)| is_edge(a, b)));
        self.proxies(islands)
    }

    /// Visits every proxy that forms a pair with the one in a slot if the filters allow it, and
    /// some that do not, until the visitor breaks.
    pub(crate) fn try_for_each_overlap_of<C>(
        &self,
        slot: Id,
        mut visit: impl FnMut(Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let Some(state) = self.table.records().state_in(slot) else {
            return ControlFlow::Continue(());
        };
        self.moving.try_for_each_overlap(&state.fat, &mut visit)?;
        if state.mobility.meets_all() || self.table.may_sleep {
            self.fixed.try_for_each_overlap(&state.fat, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the proxies in two slots form a pair if their boxes overlap.
    pub(crate) fn may_pair(&self, a: Id, b: Id) -> bool {
        let records = self.table.records();
        let states = records.state_in(a).zip(records.state_in(b));
        states.is_some_and(|(x, y)| x.may_pair(&y)) && !self.is_refused(a, b)
    }

    fn is_refused(&self, a: Id, b: Id) -> bool {
        let pair = || self.proxies([a.min(b), a.max(b)]);
        !self.refused.is_empty() && self.refused.contains(&pair())
    }
}
