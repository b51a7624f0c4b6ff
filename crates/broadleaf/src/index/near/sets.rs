//! Queries derived from pairs of neighbors: connected components, and boxes with and without a
//! neighbor in another index.

use super::candidates::{Listed, are_few, candidates_between};
use super::components::Components;
use super::relation::{Near, Relation};
use crate::geometry::{Aabb, Scalar};
use crate::index::answers::Answers;
use crate::index::spatial_index::SpatialIndex;
use crate::index::tuning::CANDIDATES_PER_BOX;
use crate::store::Id;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Near<'_, I, S, D> {
    /// The connected components of the graph whose edges are the pairs of boxes near each other, as
    /// in [`SpatialIndex::components`].
    #[doc(alias = "clusters")]
    #[doc(alias = "dbscan")]
    #[must_use]
    pub fn components(&self) -> Answers<Id> {
        self.components_where(|_, _| true)
    }

    /// [`components`](Self::components) of the graph whose edges are the pairs for which `is_edge`
    /// returns true, as in [`SpatialIndex::components_where`].
    #[must_use]
    pub fn components_where(&self, mut is_edge: impl FnMut(Id, Id) -> bool) -> Answers<Id> {
        let mut components = Components::new(self.index.iter().map(|(id, _)| id));
        self.for_each_pair(|a, b| {
            if is_edge(a, b) {
                components.unite(a, b);
            }
        });
        components.into_lists()
    }

    /// The ids of all boxes of this index near any box of `other`, ascending.
    #[must_use]
    pub fn semi_join(&self, other: &impl SpatialIndex<S, D>) -> Vec<Id> {
        if are_few(other.len(), self.index.len()) {
            return self.all_near(other);
        }
        let ours: Listed<_, D> = self.index.iter().collect();
        let mut is_matched = alloc::vec![false; ours.ids.len()];
        if are_few(ours.ids.len(), other.len()) || !self.join(&ours, other, &mut is_matched) {
            for (one, is_matched) in ours.iter().zip(&mut is_matched) {
                *is_matched = *is_matched || self.is_near_any(one, other);
            }
        }
        let matched = ours.ids.iter().zip(is_matched).filter(|(_, is)| *is);
        matched.map(|(&id, _)| id).collect()
    }

    /// The ids of all boxes of this index near no box of `other`, ascending.
    #[doc(alias = "anti_join_within")]
    #[must_use]
    pub fn anti_join(&self, other: &impl SpatialIndex<S, D>) -> Vec<Id> {
        let matched = self.semi_join(other);
        let mut matched = matched.iter().peekable();
        let ours = self.index.iter().map(|(id, _)| id);
        ours.filter(|id| matched.next_if_eq(&id).is_none())
            .collect()
    }

    /// Marks our boxes near any box of `other`. Returns false if that takes too long, and boxes may
    /// be missing.
    fn join(
        &self,
        ours: &Listed<S, D>,
        other: &impl SpatialIndex<S, D>,
        is_matched: &mut [bool],
    ) -> bool {
        if matches!(self.relation, Relation::Never) {
            return true;
        }
        let theirs: Listed<_, D> = other.iter().collect();
        let mut left = CANDIDATES_PER_BOX.saturating_mul(ours.ids.len() + theirs.ids.len());
        let flow = self.relation.margin().and_then(|margin| {
            candidates_between(&ours.boxes, &theirs.boxes, margin, |a, b| {
                is_matched[a] = is_matched[a]
                    || self.relation.holds(&ours.boxes[a], &theirs.boxes[b])
                        && self.is_cross_pair(other, ours.ids[a], theirs.ids[b]);
                left = left.saturating_sub(1);
                if left == 0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        });
        flow.is_some_and(|flow| flow.is_continue())
    }

    /// The ids of all boxes of this index near any box of a smaller one, ascending.
    fn all_near(&self, other: &impl SpatialIndex<S, D>) -> Vec<Id> {
        let mut ids = Vec::new();
        for (theirs, aabb) in other.iter() {
            let ControlFlow::Continue(()) = self.relation.visit(self.index, &aabb, |ours| {
                if self.is_cross_pair(other, ours, theirs) {
                    ids.push(ours);
                }
                ControlFlow::<Infallible>::Continue(())
            });
            if ids.len() > 2 * self.index.len() {
                sort_and_dedup(&mut ids);
            }
        }
        sort_and_dedup(&mut ids);
        ids
    }

    fn is_near_any(&self, (ours, aabb): (Id, Aabb<S, D>), other: &impl SpatialIndex<S, D>) -> bool {
        let break_at_pair = |theirs| match self.is_cross_pair(other, ours, theirs) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.relation.visit(other, &aabb, break_at_pair).is_break()
    }
}

fn sort_and_dedup(ids: &mut Vec<Id>) {
    ids.sort_unstable();
    ids.dedup();
}
