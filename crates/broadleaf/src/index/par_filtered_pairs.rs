//! Pairs of boxes whose categories meet, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::filtered::Filtered;
use super::operands::InThreads;
use super::spatial_index::SpatialIndex;
use crate::geometry::Scalar;
use crate::pair_finder::par_sorted;
use crate::store::Id;

/// In threads: see [Threads](crate::index#threads).
impl<I: ?Sized + Sync> Filtered<'_, I> {
    // Pairs within the index.

    /// [`par_fold_pairs`](SpatialIndex::par_fold_pairs) of boxes whose categories form pairs. Needs
    /// the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::index::CategoryMatrix;
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = (0..10_000).map(|i| (Id(i), Aabb::new([2 * i as i32], [2 * i as i32 + 2])));
    /// let mut tree: DynamicTree<i32, 1> = row.collect();
    /// tree.set_categories((0..10_000).map(|i| (Id(i), if i < 100 { 1 } else { 2 })));
    /// let matrix = CategoryMatrix::NONE.with(1, 3);
    /// let lists = tree.filtered(&matrix).par_fold_pairs(Vec::new, |pairs, a, b| pairs.push([a, b]));
    /// assert_eq!(lists.concat().len(), 100);
    /// ```
    pub fn par_fold_pairs<S: Scalar, T: Send, const D: usize>(
        &self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        InThreads(self.index).fold_allowed_pairs(self.matrix, init, fold)
    }

    /// [`pairs`](Self::pairs) on the threads of rayon's current pool. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs<S: Scalar, const D: usize>(&self) -> Vec<[Id; 2]>
    where
        I: SpatialIndex<S, D>,
    {
        par_sorted(&self.par_fold_pairs(Vec::new, |pairs, a, b| pairs.push([a, b])))
    }

    /// [`count_pairs`](Self::count_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    #[must_use]
    pub fn par_count_pairs<S: Scalar, const D: usize>(&self) -> u64
    where
        I: SpatialIndex<S, D>,
    {
        let counts = self.par_fold_pairs(|| 0, |count, _, _| *count += 1);
        counts.into_iter().sum()
    }

    // Pairs with another index.

    /// [`par_fold_cross_pairs`](SpatialIndex::par_fold_cross_pairs) of boxes whose categories form
    /// pairs. Needs the feature `rayon`.
    pub fn par_fold_cross_pairs<S: Scalar, T: Send, const D: usize>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        InThreads(self.index).fold_allowed_cross_pairs(self.matrix, other, init, fold)
    }

    /// [`cross_pairs`](Self::cross_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    #[must_use]
    pub fn par_cross_pairs<S: Scalar, const D: usize>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
    ) -> Vec<[Id; 2]>
    where
        I: SpatialIndex<S, D>,
    {
        let push = |pairs: &mut Vec<_>, ours, theirs| pairs.push([ours, theirs]);
        par_sorted(&self.par_fold_cross_pairs(other, Vec::new, push))
    }

    /// [`count_cross_pairs`](Self::count_cross_pairs) on the threads of rayon's current pool. Needs
    /// the feature `rayon`.
    #[must_use]
    pub fn par_count_cross_pairs<S: Scalar, const D: usize>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
    ) -> u64
    where
        I: SpatialIndex<S, D>,
    {
        let counts = self.par_fold_cross_pairs(other, || 0, |count, _, _| *count += 1);
        counts.into_iter().sum()
    }
}
