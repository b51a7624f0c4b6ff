//! Pairs of boxes whose categories meet, in every form.

use super::filtered::Filtered;
use super::index_core::Accelerated;
use super::spatial_index::SpatialIndex;
use crate::geometry::Scalar;
use crate::sort::sort_pairs_in_place;
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<I: ?Sized> Filtered<'_, I> {
    // Pairs within the index.

    /// Visits every pair once, smaller id first, until the visitor breaks.
    pub fn try_for_each_pair<B, S: Scalar, const D: usize>(
        &self,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>
    where
        I: SpatialIndex<S, D>,
    {
        self.index
            .accelerated()
            .search_filtered_pairs(self.matrix, visit)
    }

    /// Visits every pair once, smaller id first.
    pub fn for_each_pair<S: Scalar, const D: usize>(&self, visit: impl FnMut(Id, Id))
    where
        I: SpatialIndex<S, D>,
    {
        let ControlFlow::Continue(()) = self.try_for_each_pair(never_breaks(visit));
    }

    /// All pairs, sorted.
    #[must_use]
    pub fn pairs<S: Scalar, const D: usize>(&self) -> Vec<[Id; 2]>
    where
        I: SpatialIndex<S, D>,
    {
        let mut pairs = Vec::new();
        self.for_each_pair(|a, b| pairs.push([a, b]));
        sort_pairs_in_place(&mut pairs);
        pairs
    }

    /// The number of pairs.
    #[must_use]
    pub fn count_pairs<S: Scalar, const D: usize>(&self) -> u64
    where
        I: SpatialIndex<S, D>,
    {
        let mut count = 0;
        self.for_each_pair(|_, _| count += 1);
        count
    }

    /// Whether there is a pair.
    #[must_use]
    pub fn any_pair<S: Scalar, const D: usize>(&self) -> bool
    where
        I: SpatialIndex<S, D>,
    {
        self.try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    // Pairs with another index.

    /// Visits every pair of a box of this index and a box of `other`, until the visitor breaks. The
    /// id from this index comes first.
    pub fn try_for_each_cross_pair<B, S: Scalar, const D: usize>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>
    where
        I: SpatialIndex<S, D>,
    {
        self.index
            .accelerated()
            .search_cross_pairs(Some(self.matrix), other, visit)
    }

    /// Visits every pair of a box of this index and a box of `other`. The id from this index comes
    /// first.
    pub fn for_each_cross_pair<S: Scalar, const D: usize>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id),
    ) where
        I: SpatialIndex<S, D>,
    {
        let ControlFlow::Continue(()) = self.try_for_each_cross_pair(other, never_breaks(visit));
    }

    /// All pairs of a box of this index and a box of `other`, sorted. The id from this index comes
    /// first.
    #[must_use]
    pub fn cross_pairs<S: Scalar, const D: usize>(
        &self,
        other: &impl SpatialIndex<S, D>,
    ) -> Vec<[Id; 2]>
    where
        I: SpatialIndex<S, D>,
    {
        let mut pairs = Vec::new();
        self.for_each_cross_pair(other, |ours, theirs| pairs.push([ours, theirs]));
        sort_pairs_in_place(&mut pairs);
        pairs
    }

    /// The number of pairs of a box of this index and a box of `other`.
    #[must_use]
    pub fn count_cross_pairs<S: Scalar, const D: usize>(
        &self,
        other: &impl SpatialIndex<S, D>,
    ) -> u64
    where
        I: SpatialIndex<S, D>,
    {
        let mut count = 0;
        self.for_each_cross_pair(other, |_, _| count += 1);
        count
    }
}
