//! Pairs of boxes that are near each other, on the threads of rayon's current pool.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::candidates::{Listed, are_few, expanded, expanded_by_half};
use super::pairs::ask_each;
use super::relation::{Near, Relation};
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::index::spatial_index::SpatialIndex;
use crate::index::tuning::TOGETHER;
use crate::pair_finder::{PairFinder, par_sorted};
use crate::store::Id;
use crate::visit::never_breaks;

/// Forms on several threads: see [Threads](crate::index#threads).
impl<I: SpatialIndex<S, D> + ?Sized + Sync, S: Scalar, const D: usize> Near<'_, I, S, D> {
    // Pairs within the index.

    /// [`par_fold_pairs`](SpatialIndex::par_fold_pairs) of boxes near each other. Needs the feature
    /// `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = (0..10_000).map(|i| (Id(i), Aabb::new([3 * i as i32], [3 * i as i32 + 1])));
    /// let tree: DynamicTree<i32, 1> = row.collect();
    /// let lists = tree.near(2.0).par_fold_pairs(Vec::new, |pairs, a, b| pairs.push([a, b]));
    /// assert_eq!(lists.concat().len(), 9_999);
    /// ```
    pub fn par_fold_pairs<T: Send>(
        &self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T> {
        match self.relation {
            Relation::Overlap => return self.index.par_fold_pairs(init, fold),
            Relation::Never => return Vec::new(),
            Relation::Interiors | Relation::Within(_) => {}
        }
        let fold = |accumulator: &mut T, a, b| {
            if self.is_pair(a, b) {
                fold(accumulator, a, b);
            }
        };
        let listed: Listed<_, D> = self.index.iter().collect();
        let Listed { ids, boxes } = &listed;
        let margin = self.relation.margin();
        let expanded = margin.map(|margin| expanded_by_half(boxes, margin));
        let mut finder = PairFinder::new();
        let query = expanded.as_ref().map(|boxes| finder.within(boxes));
        if let Some(Ok(query)) = query {
            return query.par_fold(init, |accumulator, Id(a), Id(b)| {
                let (a, b) = (a as usize, b as usize);
                if self.relation.holds(&boxes[a], &boxes[b]) {
                    fold(accumulator, ids[a], ids[b]);
                }
            });
        }
        fold_asked(
            self.index,
            &listed,
            self.relation,
            init,
            |accumulator, a, b| {
                // Each pair is found from both sides.
                if a < b {
                    fold(accumulator, a, b);
                }
            },
        )
    }

    /// [`pairs`](Self::pairs) on the threads of rayon's current pool. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs(&self) -> Vec<[Id; 2]> {
        par_sorted(&self.par_fold_pairs(Vec::new, |pairs, a, b| pairs.push([a, b])))
    }

    /// [`count_pairs`](Self::count_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    #[must_use]
    pub fn par_count_pairs(&self) -> u64 {
        let counts = self.par_fold_pairs(|| 0, |count, _, _| *count += 1);
        counts.into_iter().sum()
    }

    // Pairs with another index.

    /// [`par_fold_cross_pairs`](SpatialIndex::par_fold_cross_pairs) of boxes near each other. Needs
    /// the feature `rayon`.
    pub fn par_fold_cross_pairs<T: Send>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T> {
        match self.relation {
            Relation::Overlap => self.index.par_fold_cross_pairs(other, init, fold),
            Relation::Never => Vec::new(),
            Relation::Interiors | Relation::Within(_) => {
                self.fold_near_cross_pairs(other, init, fold)
            }
        }
    }

    fn fold_near_cross_pairs<T: Send>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T> {
        let (ours, theirs): (Listed<_, D>, Listed<_, D>) =
            (self.index.iter().collect(), other.iter().collect());
        let fold = |accumulator: &mut T, ours, theirs| {
            if self.is_cross_pair(other, ours, theirs) {
                fold(accumulator, ours, theirs);
            }
        };
        let swapped = |accumulator: &mut T, theirs, ours| fold(accumulator, ours, theirs);
        if are_few(theirs.ids.len(), ours.ids.len()) {
            return fold_asked(self.index, &theirs, self.relation, init, swapped);
        }
        if are_few(ours.ids.len(), theirs.ids.len()) {
            return fold_asked(other, &ours, self.relation, init, fold);
        }
        let margin = self.relation.margin();
        let expanded = margin.map(|margin| expanded(&ours.boxes, margin));
        let mut finder = PairFinder::new();
        let query = expanded
            .as_ref()
            .map(|boxes| finder.between(boxes, &theirs.boxes));
        if let Some(Ok(query)) = query {
            return query.par_fold(init, |accumulator, Id(a), Id(b)| {
                let (a, b) = (a as usize, b as usize);
                if self.relation.holds(&ours.boxes[a], &theirs.boxes[b]) {
                    fold(accumulator, ours.ids[a], theirs.ids[b]);
                }
            });
        }
        fold_asked(other, &ours, self.relation, init, fold)
    }

    /// [`cross_pairs`](Self::cross_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    #[must_use]
    pub fn par_cross_pairs(&self, other: &(impl SpatialIndex<S, D> + Sync)) -> Vec<[Id; 2]> {
        let push = |pairs: &mut Vec<_>, ours, theirs| pairs.push([ours, theirs]);
        par_sorted(&self.par_fold_cross_pairs(other, Vec::new, push))
    }

    /// [`count_cross_pairs`](Self::count_cross_pairs) on the threads of rayon's current pool. Needs
    /// the feature `rayon`.
    #[must_use]
    pub fn par_count_cross_pairs(&self, other: &(impl SpatialIndex<S, D> + Sync)) -> u64 {
        let counts = self.par_fold_cross_pairs(other, || 0, |count, _, _| *count += 1);
        counts.into_iter().sum()
    }
}

/// Folds every pair of a listed box and a box of the index that are near each other, by one query
/// per listed box. The listed id comes first.
fn fold_asked<S: Scalar, T: Send, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized + Sync),
    listed: &Listed<S, D>,
    relation: Relation<S::Real>,
    init: impl Fn() -> T,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    let pieces = listed.ids.len().div_ceil(TOGETHER);
    let mut accumulators: Vec<_> = (0..pieces).map(|_| init()).collect();
    Parallel.for_each_mut(&mut accumulators, |piece, accumulator| {
        let boxes = listed.iter().skip(piece * TOGETHER).take(TOGETHER);
        let visit = never_breaks(|asked, found| fold(accumulator, asked, found));
        let ControlFlow::Continue(()) = ask_each(index, boxes, relation, visit);
    });
    accumulators
}
