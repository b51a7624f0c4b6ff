//! The forms of an answer that run in parallel.

use alloc::vec::Vec;

use super::query::MeshQuery;
use crate::geometry::Scalar;
use crate::store::Id;

impl<S: Scalar, const D: usize, const M: usize, const N: usize, F> MeshQuery<'_, S, D, M, N, F>
where
    F: Fn(Id, Id) -> bool + Sync,
{
    /// [`pairs`](Self::pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs(self) -> Vec<[Id; 2]> {
        self.ask(|query| query.par_pairs())
    }

    /// [`pairs_into`](Self::pairs_into) in parallel. Needs the feature `rayon`.
    pub fn par_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        self.ask(|query| query.par_pairs_into(pairs));
    }

    /// [`unsorted_pairs`](Self::unsorted_pairs) in parallel: the same pairs in the same order.
    /// Needs the feature `rayon`.
    #[must_use]
    pub fn par_unsorted_pairs(self) -> Vec<[Id; 2]> {
        self.ask(|query| query.par_unsorted_pairs())
    }

    /// [`unsorted_pairs_into`](Self::unsorted_pairs_into) in parallel: the same pairs in the same
    /// order. Needs the feature `rayon`.
    pub fn par_unsorted_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        self.ask(|query| query.par_unsorted_pairs_into(pairs));
    }

    /// Visits every candidate, on several threads at a time and in no particular order. Needs the
    /// feature `rayon`.
    pub fn par_for_each_pair(self, visit: impl Fn(Id, Id) + Sync) {
        self.ask(|query| query.par_for_each_pair(visit));
    }

    /// [`count_pairs`](Self::count_pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_count_pairs(self) -> u64 {
        self.ask(|query| query.par_count_pairs())
    }

    /// Folds the candidates in parallel into one accumulator for each piece of work, and returns
    /// the accumulators in the order of the pairs. The pieces depend on the number of boxes alone,
    /// so the result is the same for any number of threads. Needs the feature `rayon`.
    pub fn par_fold<T: Send>(
        self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T> {
        self.ask(|query| query.par_fold(init, fold))
    }
}
