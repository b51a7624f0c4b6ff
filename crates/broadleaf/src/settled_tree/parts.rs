//! Queries of both parts.

use super::tree::SettledTree;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Real, Region, Scalar, lesser};
use crate::index::{Accelerated, Hit, IndexCore, Joined, SpatialIndex, downcast, merged};
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// Whether a box in the packed tree is current.
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
        if self.recent.is_empty() {
            return ControlFlow::Continue(());
        }
        self.recent.try_for_each_hit(probe, limit, visit)
    }

    /// Visits every overlapping pair; with a matrix, only pairs whose categories it allows.
    pub(super) fn visit_pairs<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.rested.len() == self.packed.len() && self.recent.is_empty() {
            return search_within(&self.packed, matrix, visit);
        }
        search_within(&self.packed, matrix, self.counted(self, &mut visit))?;
        search_within(&self.recent, matrix, &mut visit)?;
        self.rested_pairs_with(matrix, &self.recent, |a, b| visit(a.min(b), a.max(b)))
    }

    /// A visitor that ignores pairs of packed boxes, ours and theirs, unless both are current.
    fn counted<'a, B>(
        &'a self,
        other: &'a Self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B> + 'a,
    ) -> impl FnMut(Id, Id) -> ControlFlow<B> + 'a {
        move |ours, theirs| {
            if self.counts(ours) && other.counts(theirs) {
                visit(ours, theirs)
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    pub(super) fn append_both(&self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        let first = ids.len();
        self.packed.append_unsorted_overlaps(region, ids);
        if self.rested.len() < self.packed.len() {
            let mut rest = ids.split_off(first);
            rest.retain(|&id| self.rested.contains(id));
            ids.append(&mut rest);
        }
        self.recent.append_unsorted_overlaps(region, ids);
    }

    pub(super) fn visit_pairs_with<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(settled) = downcast::<Self, _, _>(other) else {
            return self.visit_pairs_with_whole(matrix, other, visit);
        };
        self.visit_pairs_with_whole(matrix, &settled.packed, |ours, theirs| {
            if settled.counts(theirs) {
                visit(ours, theirs)
            } else {
                ControlFlow::Continue(())
            }
        })?;
        self.visit_pairs_with_whole(matrix, &settled.recent, visit)
    }

    /// Visits the pairs with an index whose boxes are all current.
    fn visit_pairs_with_whole<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.rested_pairs_with(matrix, other, &mut visit)?;
        let (left, right) = (&self.recent, other);
        if right.box_count() <= left.len() {
            return left.accelerated().search_cross_pairs(matrix, right, visit);
        }
        let mut visit = Joined { left, right }.allowed(matrix, visit);
        left.boxes()
            .try_for_each(|(ours, aabb)| right.search(&aabb, |theirs| visit(ours, theirs)))
    }

    /// Visits the overlapping pairs of a box that rested and a box of `other`.
    pub(super) fn rested_pairs_with<B>(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let packed = self.packed.accelerated();
        packed.search_cross_pairs(matrix, other, |ours, theirs| {
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
        // A join packs the boxes of the slice, even for an empty part.
        if !self.packed.is_empty() {
            self.packed.accelerated().join_boxes(boxes, |index, id| {
                if self.counts(id) {
                    visit(index, id);
                }
            });
        }
        if !self.recent.is_empty() {
            self.recent.accelerated().join_boxes(boxes, visit);
        }
    }
}

/// Visits every overlapping pair of an index; with a matrix, only pairs whose categories it allows.
fn search_within<S: Scalar, const D: usize, B>(
    index: &impl IndexCore<S, D>,
    matrix: Option<&CategoryMatrix>,
    visit: impl FnMut(Id, Id) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match matrix {
        None => index.search_pairs(visit),
        Some(matrix) => index.accelerated().search_filtered_pairs(matrix, visit),
    }
}
