//! Builds and pairs on the threads of rayon's current pool, with the same results for any number of
//! threads.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::buckets::Buckets;
use super::sweep::KdSweep;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// The number of nodes that are searched as one piece of work.
const NODES: usize = 64;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// `extend` on the threads of rayon's current pool. Needs the feature `rayon`.
    pub fn par_extend(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) {
        self.put_all(Parallel, boxes.into_iter());
    }

    /// [`optimize`](crate::BroadPhase::optimize) on the threads of rayon's current pool. Needs the
    /// feature `rayon`.
    pub fn par_optimize(&mut self) {
        self.build_if_untidy(Parallel);
    }

    /// All overlapping pairs, sorted, found on the threads of rayon's current pool. Needs the
    /// feature `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, KdSweep, SpatialIndex};
    /// let mut index = KdSweep::default();
    /// index.par_extend((0..1_000).map(|i| (Id(i), Aabb::new([2 * i as i32], [2 * i as i32 + 2]))));
    /// assert_eq!(index.par_pairs(), index.pairs());
    /// ```
    #[must_use]
    pub fn par_pairs(&self) -> Vec<[Id; 2]> {
        let mut pairs = Vec::new();
        self.par_pairs_into(&mut pairs);
        pairs
    }

    /// [`par_pairs`](Self::par_pairs) into a vector that is cleared first and can be reused.
    pub fn par_pairs_into(&self, pairs: &mut Vec<[Id; 2]>) {
        let ids = self.items.iter().map(|item| item.id);
        let buckets = Buckets::for_ids_up_to(ids.max().unwrap_or_default());
        let parts = Parallel.map(self.parts(), |part| {
            let mut pairs = Vec::new();
            self.for_each_pair_of_part(part, |a, b| pairs.push([a, b]));
            buckets.sort_part(&mut pairs);
            pairs
        });
        buckets.merge_into(Parallel, &parts, pairs);
    }

    /// Visits every overlapping pair once, smaller id first, from the threads of rayon's current
    /// pool and in no particular order. Needs the feature `rayon`.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    /// use broadleaf::{Aabb, Id, KdSweep};
    /// let mut index = KdSweep::default();
    /// index.par_extend((0..1_000).map(|i| (Id(i), Aabb::new([2 * i as i32], [2 * i as i32 + 2]))));
    /// let count = AtomicUsize::new(0);
    /// index.par_for_each_pair(|_, _| _ = count.fetch_add(1, Relaxed));
    /// assert_eq!(count.into_inner(), 999);
    /// ```
    pub fn par_for_each_pair(&self, visit: impl Fn(Id, Id) + Sync) {
        self.par_fold_pairs(|| (), |(), a, b| visit(a, b));
    }

    /// Folds the pairs into one accumulator for each piece of work, on the threads of rayon's
    /// current pool, and returns the accumulators in the order of the pieces. Needs the feature
    /// `rayon`.
    ///
    /// `fold` needs no locks: it gets one accumulator and the pairs of its piece, smaller id first.
    /// The pieces depend on the tree alone, so the result is the same for any number of threads,
    /// and pairs that are collected come in the order of
    /// [`for_each_pair`](crate::SpatialIndex::for_each_pair).
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, KdSweep};
    /// let mut index = KdSweep::default();
    /// index.par_extend((0..10_000).map(|i| (Id(i), Aabb::new([2 * i], [2 * i + 2]))));
    /// // Pairs that a filter admits.
    /// let lists = index.par_fold_pairs(Vec::new, |pairs, a, b| {
    ///     if a.0 % 100 == 0 {
    ///         pairs.push([a, b]);
    ///     }
    /// });
    /// assert_eq!(lists.concat().len(), 100);
    /// ```
    #[doc(alias = "par_find_colliding_pairs_acc_closure")]
    pub fn par_fold_pairs<A: Send>(
        &self,
        init: impl Fn() -> A + Sync,
        fold: impl Fn(&mut A, Id, Id) + Sync,
    ) -> Vec<A> {
        Parallel.map(self.parts(), |part| {
            let mut accumulator = init();
            self.for_each_pair_of_part(part, |a, b| fold(&mut accumulator, a, b));
            accumulator
        })
    }

    /// The number of pieces of work in a search for pairs.
    fn parts(&self) -> usize {
        self.pair_sources().div_ceil(NODES)
    }

    fn for_each_pair_of_part(&self, part: usize, mut visit: impl FnMut(Id, Id)) {
        let sources = part * NODES..self.pair_sources().min((part + 1) * NODES);
        let ControlFlow::Continue(()) = self.visit_pairs_at(sources, |a, b| {
            visit(a, b);
            ControlFlow::<Infallible>::Continue(())
        });
    }
}
