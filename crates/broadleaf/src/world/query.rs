//! Questions about a world: answered from the tight boxes of moving and static proxies together.

use super::{ProxyId, World};
use crate::geometry::{Probe, Real, Region, Scalar};
use crate::index::{BroadPhase, Hit};
use crate::store::Id;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// A proxy reached by a probe. Ordered by `(reach, id)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProxyHit<R> {
    /// How soon: the ray parameter, or the *squared* distance.
    pub reach: R,
    /// Which proxy.
    pub id: ProxyId,
}

impl<R: Real> Eq for ProxyHit<R> {}

impl<R: Real> PartialOrd for ProxyHit<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for ProxyHit<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let slot_and_reach = |hit: &Self| Hit {
            reach: hit.reach,
            id: hit.id.id(),
        };
        slot_and_reach(self)
            .cmp(&slot_and_reach(other))
            .then(self.id.cmp(&other.id))
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Visits every proxy whose tight box the region touches, until the visitor breaks, in no
    /// particular order.
    ///
    /// A region [`Masked`](crate::geometry::Masked) with category bits passes over other categories
    /// without looking at their boxes. The visitor may ask the world more questions.
    pub fn query<C>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(ProxyId, &T) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        for structure in [&self.moving, &self.fixed] {
            structure.try_for_each_overlap(region, |id| match self.slots.at(id) {
                Some((id, proxy)) if region.touches(&proxy.tight) => visit(id, &proxy.user_data),
                _ => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// All proxies whose tight box the region touches, ascending.
    #[must_use]
    pub fn overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> Vec<ProxyId> {
        let mut ids = Vec::new();
        let ControlFlow::Continue(()) = self.query(region, |id, _| {
            ids.push(id);
            ControlFlow::<Infallible>::Continue(())
        });
        ids.sort_unstable();
        ids
    }

    /// Visits the proxies whose tight box a ray, box cast or other probe reaches no later than
    /// `limit`, roughly soonest first.
    ///
    /// The visitor breaks, or goes on with a new limit, such as where the ray hits the shape in the
    /// box: what is farther away is then passed over. `Continue(S::Real::INFINITY)` ignores the
    /// proxy.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use broadleaf::{Aabb, Ray, World};
    /// let mut world = World::<char, f32, 2>::default();
    /// for x in [8, 2, 5] {
    ///     world.create_proxy(Aabb::new([x as f32, 0.0], [x as f32 + 1.0, 1.0]), char::from(b'a' + x));
    /// }
    /// let mut first = None;
    /// let _ = world.ray_cast(&Ray::between([0.0, 0.5], [10.0, 0.5])?, 1.0, |hit, &name| {
    ///     if name == 'c' {
    ///         return ControlFlow::Continue(f32::INFINITY); // ignored
    ///     }
    ///     first = Some((name, hit.reach));
    ///     ControlFlow::<(), _>::Continue(hit.reach) // clipped
    /// });
    /// assert_eq!(first, Some(('f', 0.5)));
    /// # Ok::<(), broadleaf::geometry::InvalidProbe>(())
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "box_cast")]
    pub fn ray_cast<C>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(ProxyHit<S::Real>, &T) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        for structure in [&self.moving, &self.fixed] {
            structure.try_for_each_hit(probe, limit, |Hit { id, .. }| {
                let Some((id, proxy)) = self.slots.at(id) else {
                    return ControlFlow::Continue(limit);
                };
                if let Some(reach) = probe.reach(&proxy.tight).filter(|reach| *reach <= limit) {
                    let shorter = visit(ProxyHit { reach, id }, &proxy.user_data)?;
                    limit = if shorter < limit { shorter } else { limit };
                }
                ControlFlow::Continue(limit)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The proxy whose tight box a ray, box cast or place reaches first, the smallest id among
    /// equally soon ones.
    #[must_use]
    #[doc(alias = "nearest")]
    pub fn cast(&self, probe: &(impl Probe<S, D> + ?Sized)) -> Option<ProxyHit<S::Real>> {
        let mut best: Option<ProxyHit<S::Real>> = None;
        let ControlFlow::Continue(()) = self.ray_cast(probe, S::Real::INFINITY, |hit, _| {
            best = best.into_iter().chain([hit]).min();
            ControlFlow::<Infallible, _>::Continue(hit.reach)
        });
        best
    }

    /// All proxies whose tight box a probe reaches no later than `limit`, by `(reach, id)`.
    #[must_use]
    pub fn cast_all(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
    ) -> Vec<ProxyHit<S::Real>> {
        let mut hits = Vec::new();
        let ControlFlow::Continue(()) = self.ray_cast(probe, limit, |hit, _| {
            hits.push(hit);
            ControlFlow::<Infallible, _>::Continue(limit)
        });
        hits.sort_unstable();
        hits
    }

    /// Visits every pair that the events so far amount to, if nothing has changed since the last
    /// step: smaller id first, in no particular order.
    pub fn for_each_pair(&self, mut visit: impl FnMut(ProxyId, ProxyId)) {
        let mut note = |a: Id, b: Id| {
            let overlap = self.traces[a.index()]
                .now
                .overlaps(&self.traces[b.index()].now);
            let Some(((a, x), (b, y))) = self.slots.at(a).zip(self.slots.at(b)).filter(|_| overlap)
            else {
                return;
            };
            let pair = (a.min(b), a.max(b));
            if x.filter.allows(&y.filter) && !self.refused.contains(&pair) {
                visit(pair.0, pair.1);
            }
        };
        self.moving.for_each_pair(&mut note);
        let ControlFlow::Continue(()) = self.moving.try_for_each_pair_with(&self.fixed, |a, b| {
            note(a, b);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Those pairs of [`for_each_pair`](Self::for_each_pair) whose tight boxes overlap, sorted:
    /// what the margins hide.
    #[must_use]
    pub fn tight_pairs(&self) -> Vec<(ProxyId, ProxyId)> {
        let mut pairs = Vec::new();
        self.for_each_pair(|a, b| {
            let tight = self.aabb(a).zip(self.aabb(b));
            if tight.is_some_and(|(a, b)| a.overlaps(&b)) {
                pairs.push((a, b));
            }
        });
        pairs.sort_unstable();
        pairs
    }

    /// The pairs of [`for_each_pair`](Self::for_each_pair), sorted.
    #[must_use]
    pub fn pairs(&self) -> Vec<(ProxyId, ProxyId)> {
        let mut pairs = Vec::new();
        self.for_each_pair(|a, b| pairs.push((a, b)));
        pairs.sort_unstable();
        pairs
    }
}
