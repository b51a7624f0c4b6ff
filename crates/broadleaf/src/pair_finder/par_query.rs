//! The forms of an answer that run in parallel.
//!
//! The sweep is cut into pieces whose number depends on the number of boxes alone. Results are
//! combined in the order of the pieces, so they are the same for any number of threads.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

use super::one_list::{OneList, PairList};
use super::query::PairQuery;
use super::sort_lists::par_sort_pairs_into;
use super::thread_memory::ThreadMemory;
use crate::executor::{Executor, Parallel};
use crate::geometry::{BoxSource, Scalar};
use crate::store::Id;
use crate::visit::Visit;

impl<'a, A, B, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// [`pairs`](Self::pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs(self) -> Vec<[Id; 2]> {
        let mut pairs = Vec::new();
        self.par_pairs_into(&mut pairs);
        pairs
    }

    /// [`pairs_into`](Self::pairs_into) in parallel. Needs the feature `rayon`.
    pub fn par_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        let is_shared = self.is_shared();
        Parallel.enter_if(is_shared, || par_sort_pairs_into(self.list_pieces(), pairs));
    }

    /// [`unsorted_pairs`](Self::unsorted_pairs) in parallel: the same pairs in the same order.
    /// Needs the feature `rayon`.
    #[must_use]
    pub fn par_unsorted_pairs(self) -> Vec<[Id; 2]> {
        let mut pairs = Vec::new();
        self.par_unsorted_pairs_into(&mut pairs);
        pairs
    }

    /// [`unsorted_pairs_into`](Self::unsorted_pairs_into) in parallel: the same pairs in the same
    /// order. Needs the feature `rayon`.
    pub fn par_unsorted_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        let pieces = self.pieces();
        Parallel.enter_if(pieces > 1, || {
            self.with_memory(
                |memory| &mut memory.pair_lists,
                |query, spares| {
                    let one_list = OneList::new(pairs, pieces, spares);
                    query.in_pieces(&mut |sweep| {
                        Parallel.map(pieces, |_| {
                            one_list.begin_next(|piece, list| {
                                sweep(piece, &mut |batch| {
                                    list.extend(batch.iter().map(|pair| pair.map(Id)));
                                    ControlFlow::Continue(())
                                });
                            });
                        });
                    });
                    one_list.finish()
                },
            );
        });
    }

    /// Visits every pair, on several threads and in no particular order. Needs the feature `rayon`.
    pub fn par_for_each_pair(self, visit: impl Fn(Id, Id) + Sync) {
        self.par_fold(|| (), |(), a, b| visit(a, b));
    }

    /// Visits pairs on several threads until a visitor breaks. Needs the feature `rayon`.
    ///
    /// Which pairs are visited depends on the threads. The result does not if the visitor is a pure
    /// function: it is the value of the first break in the order of
    /// [`unsorted_pairs`](Self::unsorted_pairs).
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// use core::ops::ControlFlow;
    /// let row: Vec<_> = (0..10_000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut finder = PairFinder::new();
    /// let found = finder.within(&row)?.par_try_for_each_pair(|a, b| match a.0 {
    ///     7_000.. => ControlFlow::Break([a, b]),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert!(found.is_break());
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn par_try_for_each_pair<T: Send>(
        self,
        visit: impl Fn(Id, Id) -> ControlFlow<T> + Sync,
    ) -> ControlFlow<T> {
        let first_broken = AtomicUsize::new(usize::MAX);
        let mut breaks: Vec<Option<T>> = self.accumulators(|| None);
        Parallel.enter_if(self.is_shared(), || {
            self.sweep_pieces(&mut breaks, &|piece, found, batch| {
                if first_broken.load(Relaxed) < piece {
                    return ControlFlow::Break(());
                }
                let outcome = batch.iter().try_for_each(|&[a, b]| visit(Id(a), Id(b)));
                if let ControlFlow::Break(value) = outcome {
                    *found = Some(value);
                    first_broken.fetch_min(piece, Relaxed);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        });
        match breaks.into_iter().flatten().next() {
            Some(value) => ControlFlow::Break(value),
            None => ControlFlow::Continue(()),
        }
    }

    /// [`count_pairs`](Self::count_pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_count_pairs(self) -> u64 {
        let mut counts = self.accumulators(|| 0);
        Parallel.enter_if(self.is_shared(), || {
            self.sweep_pieces(&mut counts, &|_, count, batch| {
                *count += batch.len() as u64;
                ControlFlow::Continue(())
            });
        });
        counts.iter().sum()
    }

    /// [`any_pair`](Self::any_pair) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_any_pair(self) -> bool {
        self.par_try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Folds the pairs in parallel, with one accumulator for each piece of work, and returns the
    /// accumulators in the order of the sweep. Needs the feature `rayon`.
    ///
    /// `fold` needs no locks: it gets an accumulator that no other thread uses, and the pairs of
    /// its piece in the order of [`unsorted_pairs`](Self::unsorted_pairs). The pieces depend on the
    /// number of boxes alone (one for each 2,048 boxes), so the result is the same for any number
    /// of threads.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// let row: Vec<_> = (0..10_000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut finder = PairFinder::new();
    /// // Pairs that a filter admits.
    /// let lists = finder.within(&row)?.par_fold(Vec::new, |pairs, a, b| {
    ///     if a.0 % 100 == 0 {
    ///         pairs.push([a, b]);
    ///     }
    /// });
    /// assert_eq!(lists.concat().len(), 100);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn par_fold<T: Send>(
        self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T> {
        let mut accumulators = self.accumulators(init);
        Parallel.enter_if(self.is_shared(), || {
            self.sweep_pieces(&mut accumulators, &|_, accumulator, batch| {
                for &[a, b] in batch {
                    fold(accumulator, Id(a), Id(b));
                }
                ControlFlow::Continue(())
            });
        });
        accumulators
    }

    /// Whether there is work for more than one thread.
    fn is_shared(&self) -> bool {
        self.pieces() > 1
    }

    fn accumulators<T>(&self, init: impl Fn() -> T) -> Vec<T> {
        (0..self.pieces()).map(|_| init()).collect()
    }

    /// The pairs of each piece, in the finder's memory.
    fn list_pieces(self) -> &'a [PairList] {
        let pieces = self.pieces();
        let lists = self.with_memory(
            |memory| &mut memory.lists,
            |query, mut lists| {
                lists.resize_with(pieces.max(lists.len()), Vec::new);
                lists.iter_mut().for_each(Vec::clear);
                query.sweep_pieces(&mut lists[..pieces], &|_, list, batch| {
                    list.extend(batch.iter().map(|pair| pair.map(Id)));
                    ControlFlow::Continue(())
                });
                lists
            },
        );
        &lists[..pieces]
    }

    /// Calls `work` with memory of the finder, which `work` returns.
    fn with_memory<M: Default>(
        self,
        memory: impl Fn(&mut ThreadMemory<S, D>) -> &mut M,
        work: impl FnOnce(PairQuery<'_, A, B, S, D>, M) -> M,
    ) -> &'a M {
        let PairQuery {
            finder,
            operands,
            filter,
        } = self;
        let lent = mem::take(memory(&mut finder.threads));
        let query = PairQuery {
            finder: &mut *finder,
            operands,
            filter,
        };
        let lent = work(query, lent);
        let home = memory(&mut finder.threads);
        *home = lent;
        home
    }

    /// Calls `work` for each piece, with a function that passes the pairs of the piece to a
    /// visitor.
    pub(super) fn par_for_each_piece(self, work: &(impl Fn(&dyn Fn(Visit<'_>)) + Sync)) {
        let pieces = self.pieces();
        self.in_pieces(&mut |sweep| {
            Parallel.map(pieces, |piece| work(&|visit| sweep(piece, visit)));
        });
    }

    /// Finds the pairs of all pieces. The visitor gets the number of a piece, its accumulator, and
    /// a batch of its pairs; a break ends the piece.
    fn sweep_pieces<T: Send>(
        self,
        accumulators: &mut [T],
        visit: &(impl Fn(usize, &mut T, &[[u32; 2]]) -> ControlFlow<()> + Sync),
    ) {
        self.in_pieces(&mut |sweep| {
            Parallel.for_each_mut(accumulators, |piece, accumulator| {
                sweep(piece, &mut |batch| visit(piece, accumulator, batch));
            });
        });
    }
}
