//! Queries for the pairs that result from the events.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::geometry::Scalar;
use crate::index::{Answers, SpatialIndex, SpatialIndexMut};
use crate::visit::never_breaks;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Visits every pair that results from all events so far, the smaller id first, until the
    /// visitor breaks.
    ///
    /// These are the pairs whose fat boxes overlap, which mobilities and filters allow, and which
    /// your filter did not refuse. They agree with the events if nothing changed since the last
    /// step.
    ///
    /// If many proxies changed before that step, and none since, the pairs are known and only
    /// listed. Otherwise the structures are searched for them.
    pub fn try_for_each_pair<C>(
        &self,
        mut visit: impl FnMut(ProxyId, ProxyId) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        self.fat().try_for_each_pair(|a, b| {
            let [a, b] = self.proxies([a, b]);
            visit(a, b)
        })
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
        self.fat_pairs().list_into(pairs);
    }

    /// Counts the pairs of [`try_for_each_pair`](Self::try_for_each_pair).
    #[must_use]
    pub fn count_pairs(&self) -> u64 {
        let mut count = 0;
        self.for_each_pair(|_, _| count += 1);
        count
    }

    /// Visits every pair with at least one proxy among `ids` once, the smaller id first, until the
    /// visitor breaks.
    ///
    /// `ids` may be in any order. Repeated and unknown ids are ignored. Costs at most two region
    /// queries for each id.
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

    /// All pairs with at least one proxy among `ids`, sorted.
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

    /// The [`pairs`](Self::pairs) whose tight boxes overlap, sorted: without pairs that only
    /// margins form.
    #[must_use]
    pub fn tight_pairs(&self) -> Vec<[ProxyId; 2]> {
        self.proxies(self.tight().pairs())
    }

    /// The connected components of the graph whose edges are the [`pairs`](Self::pairs) for which
    /// `is_edge` returns true: the islands of a physics engine. `is_edge` gets the ids and the data
    /// of both proxies. Ids are ascending within a component, and components are ordered by their
    /// smallest ids; a proxy without an edge is a component of one.
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
}
