//! What follows from pairs of neighbors: connected components, and boxes with and without a
//! neighbor in another index.

use super::components::Components;
use super::relation::Near;
use crate::geometry::{Aabb, Scalar};
use crate::index::answers::Answers;
use crate::index::spatial_index::SpatialIndex;
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

const MAX_PAIRS: usize = 16;

impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Near<'_, I, S, D> {
    /// The connected components of the graph whose edges are the pairs of boxes near each other:
    /// as [`SpatialIndex::components`].
    #[doc(alias = "clusters")]
    #[doc(alias = "dbscan")]
    #[must_use]
    pub fn components(&self) -> Answers<Id> {
        self.components_where(|_, _| true)
    }

    /// [`components`](Self::components) of the graph whose edges are those of the pairs that
    /// `is_edge`: as [`SpatialIndex::components_where`].
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
        let mut ids = Vec::new();
        let mut left = MAX_PAIRS.saturating_mul(self.index.len() + other.len());
        let flow = self.try_for_each_cross_pair(other, |ours, _| {
            ids.push(ours);
            left = left.saturating_sub(1);
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if flow.is_break() {
            let ours = self.index.iter().filter(|one| self.is_near_any(one, other));
            return ours.map(|(id, _)| id).collect();
        }
        ids.sort_unstable();
        ids.dedup();
        ids
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

    fn is_near_any(
        &self,
        (ours, aabb): &(Id, Aabb<S, D>),
        other: &impl SpatialIndex<S, D>,
    ) -> bool {
        let break_at_pair = |theirs| match self.is_cross_pair(other, *ours, theirs) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.relation.visit(other, aabb, break_at_pair).is_break()
    }
}
