//! Queries of tight boxes: those of [`BroadPhase::tight`], with proxies instead of slots.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::hit::ProxyHit;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::geometry::{Cast, Place, Probe, Ray, Real, Region, Scalar, reach_within};
use crate::index::{Hit, SpatialIndex, SpatialIndexMut};
use crate::report::Stats;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    // Regions.

    /// Visits every proxy whose tight box the region touches, until the visitor breaks.
    ///
    /// A region [`Masked`](crate::geometry::Masked) with category bits skips the boxes of other
    /// categories without testing them. The visitor may start further queries.
    #[doc(alias = "search")]
    #[doc(alias = "query")]
    pub fn try_for_each_overlap<C>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(ProxyId, &T) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        self.tight()
            .try_for_each_overlap(region, |slot| match self.table.slots.at(slot) {
                Some((id, proxy)) => visit(id, &proxy.user_data),
                None => ControlFlow::Continue(()),
            })
    }

    /// Visits every proxy whose tight box the region touches.
    pub fn for_each_overlap(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(ProxyId, &T),
    ) {
        let ControlFlow::Continue(()) = self.try_for_each_overlap(region, |id, data| {
            visit(id, data);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// All proxies whose tight box the region touches, in ascending order.
    #[must_use]
    pub fn overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> Vec<ProxyId> {
        let mut ids = Vec::new();
        self.overlaps_into(region, &mut ids);
        ids
    }

    /// [`overlaps`](Self::overlaps) into a vector, which is cleared first.
    pub fn overlaps_into(&self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<ProxyId>) {
        ids.clear();
        self.for_each_overlap(region, |id, _| ids.push(id));
        ids.sort_unstable();
    }

    /// Counts the proxies whose tight box the region touches.
    #[must_use]
    pub fn count_overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        self.tight().count_overlaps(region)
    }

    /// Whether the region touches any tight box.
    #[must_use]
    pub fn any_overlap(&self, region: &(impl Region<S, D> + ?Sized)) -> bool {
        self.tight().any_overlap(region)
    }

    // Casts.

    /// Visits the proxies whose tight box a probe reaches no later than `limit`: the moving ones
    /// roughly soonest first, then the static ones roughly soonest first.
    ///
    /// The visitor returns a new limit, which takes effect if it is less than the current one:
    /// `Continue(hit.reach)` clips a ray where it hits, `Continue(S::Real::INFINITY)` ignores the
    /// proxy.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use broadleaf::{Aabb, Ray, BroadPhase};
    /// let mut broad_phase = BroadPhase::<char, f32, 2>::default();
    /// for x in [8, 2, 5] {
    ///     broad_phase.create(Aabb::new([x as f32, 0.0], [x as f32 + 1.0, 1.0]), char::from(b'a' + x));
    /// }
    /// let mut first = None;
    /// let ray = Ray::between([0.0, 0.5], [10.0, 0.5])?;
    /// let _ = broad_phase.try_for_each_hit(&ray, 1.0, |hit, &name| {
    ///     if name == 'c' {
    ///         return ControlFlow::Continue(f32::INFINITY); // ignored
    ///     }
    ///     first = Some((name, hit.reach));
    ///     ControlFlow::<(), _>::Continue(hit.reach) // clipped
    /// });
    /// assert_eq!(first, Some(('f', 0.5)));
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    pub fn try_for_each_hit<C>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(ProxyHit<S::Real>, &T) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        self.tight()
            .try_for_each_hit(probe, limit, |hit| match self.table.slots.at(hit.id) {
                Some((id, proxy)) => visit(Hit::new(hit.reach, id), &proxy.user_data),
                None => ControlFlow::Continue(limit),
            })
    }

    /// [`try_for_each_hit`](Self::try_for_each_hit) for a ray, up to its [length](Ray::length). The
    /// visitor also gets the ray as clipped so far: its length is the current limit.
    ///
    /// The return values of Box2D's callback, where `f` is the fraction at which a shape was hit:
    ///
    /// | Box2D | here | meaning |
    /// |---|---|---|
    /// | 0 | `Break` | ends the cast |
    /// | `f` | `Continue(f)` | clips the ray |
    /// | -1 | `Continue(S::Real::INFINITY)` | ignores the proxy |
    /// | 1 or `maxFraction` | `Continue(clipped.length())` | continues without a change |
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use broadleaf::{Aabb, Ray, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), f32, 2>::default();
    /// for x in [2.0, 6.0, 8.0] {
    ///     broad_phase.create(Aabb::new([x, 0.0], [x + 1.0, 1.0]), ());
    /// }
    /// // A shape begins half a unit, a sixteenth of the ray, behind the side of its box.
    /// let ray = Ray::between([0.0, 0.5], [8.0, 0.5])?;
    /// let mut lengths = Vec::new();
    /// let _ = broad_phase.ray_cast(&ray, |clipped, hit, ()| {
    ///     lengths.push(clipped.length());
    ///     ControlFlow::<(), _>::Continue(hit.reach + 0.0625)
    /// });
    /// assert_eq!(lengths, [1.0]); // the others lie beyond 0.25 + 0.0625
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn ray_cast<C>(
        &self,
        ray: &Ray<S, D>,
        mut visit: impl FnMut(&Ray<S, D>, ProxyHit<S::Real>, &T) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        let mut clipped = *ray;
        self.try_for_each_hit(ray, ray.length(), |hit, data| {
            let limit = visit(&clipped, hit, data)?;
            if limit < clipped.length() {
                clipped = clipped.up_to(limit);
            }
            ControlFlow::Continue(limit)
        })
    }

    /// Visits the proxies whose tight box a probe reaches no later than `limit`, in the order of
    /// [`try_for_each_hit`](Self::try_for_each_hit).
    pub fn for_each_hit(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(ProxyHit<S::Real>, &T),
    ) {
        let ControlFlow::Continue(()) = self.try_for_each_hit(probe, limit, |hit, data| {
            visit(hit, data);
            ControlFlow::<Infallible, _>::Continue(limit)
        });
    }

    /// The first proxy that a ray, box or ball cast hits; the smallest id among equally early hits.
    #[must_use]
    #[doc(alias = "box_cast")]
    pub fn cast(&self, cast: &(impl Cast<S, D> + ?Sized)) -> Option<ProxyHit<S::Real>> {
        self.proxies(self.tight().cast(cast))
    }

    /// The first shape that a ray, box or ball cast hits: `refine` returns when it hits the shape
    /// inside a box, or `None` if it misses.
    ///
    /// The result of `refine` must not be less than `hit.reach`. NaN counts as a miss.
    pub fn cast_with(
        &self,
        cast: &(impl Cast<S, D> + ?Sized),
        refine: impl FnMut(ProxyHit<S::Real>, &T) -> Option<S::Real>,
    ) -> Option<ProxyHit<S::Real>> {
        self.proxies(self.tight().cast_with(cast, self.refined(refine)))
    }

    /// Everything that a ray, box or ball cast hits, in ascending order of `(reach, id)`.
    #[must_use]
    pub fn cast_all(&self, cast: &(impl Cast<S, D> + ?Sized)) -> Vec<ProxyHit<S::Real>> {
        self.proxies(self.tight().cast_all(cast))
    }

    /// [`cast_all`](Self::cast_all) into a vector, which is cleared first.
    pub fn cast_all_into(
        &self,
        cast: &(impl Cast<S, D> + ?Sized),
        hits: &mut Vec<ProxyHit<S::Real>>,
    ) {
        self.hits_into(cast, S::Real::INFINITY, hits);
    }

    /// Whether a ray, box or ball cast hits anything.
    #[must_use]
    pub fn any_hit(&self, cast: &(impl Cast<S, D> + ?Sized)) -> bool {
        self.tight().any_hit(cast)
    }

    // Distances from places.

    /// The proxy nearest to a place, with its squared distance; the smallest id among equally near
    /// ones.
    #[must_use]
    pub fn nearest(&self, place: &(impl Place<S, D> + ?Sized)) -> Option<ProxyHit<S::Real>> {
        self.proxies(self.tight().nearest(place))
    }

    /// The shape nearest to a place: `refine` returns the squared distance of the shape inside a
    /// box, or `None` to ignore it.
    ///
    /// The result of `refine` must not be less than `hit.reach`. NaN ignores the shape.
    pub fn nearest_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        refine: impl FnMut(ProxyHit<S::Real>, &T) -> Option<S::Real>,
    ) -> Option<ProxyHit<S::Real>> {
        self.proxies(self.tight().nearest_with(place, self.refined(refine)))
    }

    /// The `k` proxies nearest to a place, with squared distances, in ascending order of
    /// `(distance, id)`.
    #[must_use]
    #[doc(alias = "query_nearest")]
    #[doc(alias = "neighbors")]
    pub fn k_nearest(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
    ) -> Vec<ProxyHit<S::Real>> {
        self.proxies(self.tight().k_nearest(place, k))
    }

    /// [`k_nearest`](Self::k_nearest) by a refined distance; `refine` as in
    /// [`nearest_with`](Self::nearest_with).
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// // Disks in squares, each with its radius.
    /// let mut broad_phase = BroadPhase::<f32, f32, 2>::default();
    /// let [a, b] = [[3.0, 3.0], [4.0, 0.0]].map(|center| {
    ///     broad_phase.create(Aabb::from_center(center, [1.0, 1.0]).unwrap(), 1.0)
    /// });
    /// let nearest = broad_phase.k_nearest_with(&[0.0, 0.0], 1, |hit, radius| {
    ///     let [x, y] = broad_phase.aabb(hit.id)?.center();
    ///     Some(((x * x + y * y).sqrt() - radius).powi(2))
    /// });
    /// assert_eq!(nearest[0].id, b);
    /// assert_eq!(broad_phase.k_nearest(&[0.0, 0.0], 1)[0].id, a); // the corner of its square
    /// ```
    pub fn k_nearest_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        refine: impl FnMut(ProxyHit<S::Real>, &T) -> Option<S::Real>,
    ) -> Vec<ProxyHit<S::Real>> {
        self.proxies(self.tight().k_nearest_with(place, k, self.refined(refine)))
    }

    /// [`k_nearest`](Self::k_nearest) into a vector, which is cleared first.
    pub fn k_nearest_into(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        hits: &mut Vec<ProxyHit<S::Real>>,
    ) {
        hits.clear();
        hits.extend(self.k_nearest(place, k));
    }

    /// All proxies at most `distance` away from a place, with squared distances, in ascending order
    /// of `(distance, id)`. Nothing is within a negative distance.
    #[must_use]
    pub fn within_distance(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
    ) -> Vec<ProxyHit<S::Real>> {
        self.proxies(self.tight().within_distance(place, distance))
    }

    /// [`within_distance`](Self::within_distance) into a vector, which is cleared first.
    pub fn within_distance_into(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
        hits: &mut Vec<ProxyHit<S::Real>>,
    ) {
        hits.clear();
        if let Some(limit) = reach_within(distance) {
            self.hits_into(place, limit, hits);
        }
    }

    /// The statistics of both structures: nodes and bytes are sums, height and balance maxima, and
    /// the area ratio is the mean, weighted by nodes. [`moving`](Self::moving) and
    /// [`fixed`](Self::fixed) have those of one structure.
    #[must_use]
    #[doc(alias = "getTreeHeight")]
    #[doc(alias = "getTreeBalance")]
    #[doc(alias = "getTreeQuality")]
    pub fn stats(&self) -> Stats {
        self.tight().stats()
    }

    fn hits_into(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        hits: &mut Vec<ProxyHit<S::Real>>,
    ) {
        hits.clear();
        self.for_each_hit(probe, limit, |hit, _| hits.push(hit));
        hits.sort_unstable();
    }

    /// A function on slots that calls a function on proxies.
    fn refined(
        &self,
        mut refine: impl FnMut(ProxyHit<S::Real>, &T) -> Option<S::Real>,
    ) -> impl FnMut(Hit<S::Real>) -> Option<S::Real> {
        move |hit| {
            let (id, proxy) = self.table.slots.at(hit.id)?;
            refine(Hit::new(hit.reach, id), &proxy.user_data)
        }
    }
}
