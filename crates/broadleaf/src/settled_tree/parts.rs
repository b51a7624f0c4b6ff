//! Questions about both parts.

use super::merge::merged;
use super::tree::SettledTree;
use crate::geometry::{Aabb, Probe, Real, Region, Scalar, lesser};
use crate::index::{Hit, SpatialIndex, downcast};
use crate::store::Id;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// Whether a box in the packed tree has not changed.
    #[inline]
    pub(super) fn counts(&self, id: Id) -> bool {
        self.rested.len() == self.packed.len() || self.rested.contains(id)
    }

    /// All ids and boxes, by ascending id.
    pub(super) fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let rested = self.packed.iter().filter(|&(id, _)| self.counts(id));
        merged(rested, self.recent.iter(), |&(id, _)| id)
    }

    pub(super) fn visit_overlaps<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.packed.try_for_each_overlap(region, |id| {
            if self.counts(id) {
                visit(id)
            } else {
                ControlFlow::Continue(())
            }
        })?;
        self.recent.try_for_each_overlap(region, visit)
    }

    pub(super) fn visit_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.packed.try_for_each_hit(probe, limit, |hit| {
            if !self.counts(hit.id) {
                return ControlFlow::Continue(S::Real::INFINITY);
            }
            limit = lesser(limit, visit(hit)?);
            ControlFlow::Continue(limit)
        })?;
        self.recent.try_for_each_hit(probe, limit, visit)
    }

    /// The hits of a probe by `(reach, id)`.
    pub(super) fn hits_in_order<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let rested = self.packed.hit_iter(probe);
        let rested = rested.filter(|hit| self.counts(hit.id));
        merged(rested, self.recent.hit_iter(probe), |hit| *hit)
    }

    pub(super) fn visit_pairs<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.packed.try_for_each_pair(|a, b| {
            if self.counts(a) && self.counts(b) {
                visit(a, b)
            } else {
                ControlFlow::Continue(())
            }
        })?;
        self.recent.try_for_each_pair(&mut visit)?;
        self.rested_pairs_with(&self.recent, |a, b| visit(a.min(b), a.max(b)))
    }

    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(settled) = downcast::<Self, _, _>(other) else {
            return self.visit_pairs_with_whole(other, visit);
        };
        self.visit_pairs_with_whole(&settled.packed, |ours, theirs| {
            if settled.counts(theirs) {
                visit(ours, theirs)
            } else {
                ControlFlow::Continue(())
            }
        })?;
        self.visit_pairs_with_whole(&settled.recent, visit)
    }

    /// Visits the pairs with an index whose boxes all count.
    fn visit_pairs_with_whole<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.rested_pairs_with(other, &mut visit)?;
        if other.len() <= self.recent.len() {
            return self.recent.try_for_each_cross_pair(other, visit);
        }
        self.recent.iter().try_for_each(|(ours, aabb)| {
            other.try_for_each_overlap(&aabb, |theirs| visit(ours, theirs))
        })
    }

    /// Visits the overlapping pairs of a box that rested and a box of `other`.
    pub(super) fn rested_pairs_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.packed.try_for_each_cross_pair(other, |ours, theirs| {
            if self.counts(ours) {
                visit(ours, theirs)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Visits every overlapping pair of a box of a slice and a box of the tree.
    pub(super) fn visit_pairs_with_boxes(
        &self,
        boxes: &[Aabb<S, D>],
        mut visit: impl FnMut(u32, Id),
    ) {
        self.packed.join_boxes(boxes, |index, id| {
            if self.counts(id) {
                visit(index, id);
            }
        });
        if !self.recent.is_empty() {
            self.recent.join_boxes(boxes, visit);
        }
    }
}
