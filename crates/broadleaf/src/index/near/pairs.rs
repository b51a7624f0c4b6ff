//! Pairs of boxes that are near each other, in every form.

use super::candidates::{Listed, are_few, candidates_between, candidates_within};
use super::relation::{Near, Relation};
use crate::geometry::{Aabb, Scalar};
use crate::index::forms::{count, list};
use crate::index::spatial_index::SpatialIndex;
use crate::sort::sort_pairs_in_place;
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Near<'_, I, S, D> {
    // Pairs within the index.

    /// Visits every pair of boxes near each other once, smaller id first, until the visitor breaks.
    pub fn try_for_each_pair<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.relation {
            Relation::Overlap => return self.index.try_for_each_pair(visit),
            Relation::Never => return ControlFlow::Continue(()),
            Relation::Interiors | Relation::Within(_) => {}
        }
        let Listed { ids, boxes } = &self.index.iter().collect();
        let joined = self.relation.margin().and_then(|margin| {
            candidates_within(boxes, margin, |a, b| {
                if self.relation.holds(&boxes[a], &boxes[b]) && self.is_pair(ids[a], ids[b]) {
                    visit(ids[a], ids[b])?;
                }
                ControlFlow::Continue(())
            })
        });
        joined.unwrap_or_else(|| {
            ask_each(
                self.index,
                self.index.iter(),
                self.relation,
                |asked, found| {
                    // Each pair is found from both sides.
                    if asked < found && self.is_pair(asked, found) {
                        visit(asked, found)?;
                    }
                    ControlFlow::Continue(())
                },
            )
        })
    }

    /// Visits every pair of boxes near each other once, smaller id first.
    pub fn for_each_pair(&self, visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair(never_breaks(visit));
    }

    /// All pairs of boxes near each other, sorted.
    #[must_use]
    pub fn pairs(&self) -> Vec<[Id; 2]> {
        list(|pairs| self.pairs_into(pairs))
    }

    /// [`pairs`](Self::pairs) into a vector, which is cleared first.
    pub fn pairs_into(&self, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_pair(|a, b| pairs.push([a, b]));
        sort_pairs_in_place(pairs);
    }

    /// The number of pairs of boxes near each other, counted without a list.
    #[must_use]
    pub fn count_pairs(&self) -> u64 {
        count(|count| self.for_each_pair(|_, _| *count += 1))
    }

    /// Whether any two boxes are near each other.
    #[must_use]
    pub fn any_pair(&self) -> bool {
        self.try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    // Pairs with another index.

    /// Visits every pair of a box of this index and a box of `other` near it, until the visitor
    /// breaks. The id from this index comes first.
    pub fn try_for_each_cross_pair<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.relation {
            Relation::Overlap => return self.index.try_for_each_cross_pair(other, visit),
            Relation::Never => return ControlFlow::Continue(()),
            Relation::Interiors | Relation::Within(_) => {}
        }
        let relation = self.relation;
        let mut visit = |ours, theirs| match self.is_cross_pair(other, ours, theirs) {
            true => visit(ours, theirs),
            false => ControlFlow::Continue(()),
        };
        if are_few(other.len(), self.index.len()) {
            return ask_each(self.index, other.iter(), relation, |b, a| visit(a, b));
        }
        if are_few(self.index.len(), other.len()) {
            return ask_each(other, self.index.iter(), relation, visit);
        }
        let (ours, theirs): (Listed<_, D>, Listed<_, D>) =
            (self.index.iter().collect(), other.iter().collect());
        let joined = relation.margin().and_then(|margin| {
            candidates_between(&ours.boxes, &theirs.boxes, margin, |a, b| {
                if relation.holds(&ours.boxes[a], &theirs.boxes[b]) {
                    visit(ours.ids[a], theirs.ids[b])?;
                }
                ControlFlow::Continue(())
            })
        });
        joined.unwrap_or_else(|| ask_each(other, ours.iter(), relation, visit))
    }

    /// Visits every pair of a box of this index and a box of `other` near it. The id from this
    /// index comes first.
    pub fn for_each_cross_pair(&self, other: &impl SpatialIndex<S, D>, visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_cross_pair(other, never_breaks(visit));
    }

    /// All pairs of a box of this index and a box of `other` near it, sorted. The id from this
    /// index comes first.
    #[doc(alias = "pairs_with")]
    #[doc(alias = "distance_join")]
    #[doc(alias = "join_within")]
    #[must_use]
    pub fn cross_pairs(&self, other: &impl SpatialIndex<S, D>) -> Vec<[Id; 2]> {
        list(|pairs| self.cross_pairs_into(other, pairs))
    }

    /// [`cross_pairs`](Self::cross_pairs) into a vector, which is cleared first.
    pub fn cross_pairs_into(&self, other: &impl SpatialIndex<S, D>, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_cross_pair(other, |ours, theirs| pairs.push([ours, theirs]));
        sort_pairs_in_place(pairs);
    }

    /// The number of pairs of a box of this index and a box of `other` near it.
    #[must_use]
    pub fn count_cross_pairs(&self, other: &impl SpatialIndex<S, D>) -> u64 {
        count(|count| self.for_each_cross_pair(other, |_, _| *count += 1))
    }

    /// Whether any box of this index is near a box of `other`.
    #[must_use]
    pub fn any_cross_pair(&self, other: &impl SpatialIndex<S, D>) -> bool {
        self.try_for_each_cross_pair(other, |_, _| ControlFlow::Break(()))
            .is_break()
    }
}

/// Visits every pair of a listed box and a box of the index that are near each other, by one query
/// per listed box.
pub(super) fn ask_each<S: Scalar, B, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    mut listed: impl Iterator<Item = (Id, Aabb<S, D>)>,
    relation: Relation<S::Real>,
    mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
) -> ControlFlow<B> {
    listed.try_for_each(|(asked, aabb)| relation.visit(index, &aabb, |found| visit(asked, found)))
}
