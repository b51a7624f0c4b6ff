//! The forms of an answer that run in parallel.
//!
//! The sweep is cut into pieces whose number depends on the number of boxes alone, so every result
//! that is put together in the order of pieces is the same for any number of threads.

use alloc::vec::Vec;
use core::mem;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

use super::finder::PairFinder;
use super::group_parts::GroupParts;
use super::join::Join;
use super::lists::Lists;
use super::match_filter::Filter;
use super::parts::Parts;
use super::query::PairQuery;
use super::refine::Refine;
use super::scratch::Scratch;
use super::sweeper::Sweeper;
use super::tile_sweeper::TileSweeper;
use crate::executor::{Executor, Parallel};
use crate::geometry::{BoxSource, Scalar};
use crate::store::Id;
use crate::visit::Visit;

/// The number of boxes whose blocks are swept as one piece of work.
pub(super) const PIECE: usize = 2048;

impl<'a, A, B, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// [`pairs`](Self::pairs) in parallel: the same pairs in the same order. Needs the feature
    /// `rayon`.
    #[must_use]
    pub fn par_pairs(self) -> Vec<[Id; 2]> {
        let mut pairs = Vec::new();
        self.par_pairs_into(&mut pairs);
        pairs
    }

    /// [`pairs_into`](Self::pairs_into) in parallel: the same pairs in the same order. Needs the
    /// feature `rayon`.
    pub fn par_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        Parallel.enter(|| {
            let lists = self.list_pieces();
            // Not cleared first: elements that are overwritten need not be filled.
            pairs.resize(lists.iter().map(Vec::len).sum(), [Id(0); 2]);
            concatenate(lists, pairs);
        });
    }

    /// The pairs of [`pairs`](Self::pairs) in the same order, found in parallel, as one list for
    /// each piece of work. Saves the copy into one list. Needs the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let row: Vec<_> = (0..10_000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut finder = PairFinder::new();
    /// let lists = finder.within(&row)?.par_pair_lists();
    /// assert_eq!(lists.map(|pairs| pairs.len()).sum::<usize>(), 9_999);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[must_use]
    pub fn par_pair_lists(self) -> impl ExactSizeIterator<Item = &'a [[Id; 2]]> {
        Parallel
            .enter(|| self.list_pieces())
            .iter()
            .map(Vec::as_slice)
    }

    /// Visits every pair, on several threads at the same time and in no particular order. Needs the
    /// feature `rayon`.
    pub fn par_for_each_pair(self, visit: impl Fn(Id, Id) + Sync) {
        self.par_fold(|| (), |(), a, b| visit(a, b));
    }

    /// Visits pairs on several threads at the same time, until a visitor breaks. Needs the feature
    /// `rayon`.
    ///
    /// Which pairs are visited depends on the threads. The result does not, if the visitor is a
    /// pure function: it is the break at the first pair, in the order of [`pairs`](Self::pairs), at
    /// which the visitor breaks.
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
        Parallel.enter(|| {
            self.sweep_pieces(&mut breaks, &|_| (), &|piece, found, batch| {
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
        Parallel.enter(|| {
            self.sweep_pieces(&mut counts, &|_| (), &|_, count, batch| {
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

    /// Folds the pairs in parallel into one accumulator for each piece of work, and returns the
    /// accumulators in the order of the pairs. Needs the feature `rayon`.
    ///
    /// `fold` needs no locks: it gets one accumulator and the pairs of its piece, in the order of
    /// [`pairs`](Self::pairs). The pieces depend on the number of boxes alone (one for 2,048
    /// boxes), so the result is the same for any number of threads.
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
        Parallel.enter(|| {
            self.sweep_pieces(&mut accumulators, &|_| (), &|_, accumulator, batch| {
                for &[a, b] in batch {
                    fold(accumulator, Id(a), Id(b));
                }
                ControlFlow::Continue(())
            });
        });
        accumulators
    }

    /// One accumulator for each piece of work.
    fn accumulators<T>(&self, init: impl Fn() -> T) -> Vec<T> {
        (0..self.pieces()).map(|_| init()).collect()
    }

    /// The number of pieces of work: every pass of the sweep has its own.
    fn pieces(&self) -> usize {
        let second = self.operands.second().map_or(0, |second| second.len());
        self.operands.first().len().div_ceil(PIECE) + second.div_ceil(PIECE)
    }

    /// The pairs of each piece of work, in the finder's memory.
    fn list_pieces(self) -> &'a [Vec<[Id; 2]>] {
        let pieces = self.pieces();
        let PairQuery {
            finder,
            operands,
            filter,
        } = self;
        let mut lists = mem::take(&mut finder.threads.lists);
        let query = PairQuery {
            finder: &mut *finder,
            operands,
            filter,
        };
        query.par_collect_into(&mut lists, Vec::clear, |list, batch| {
            list.extend(batch.iter().map(|pair| pair.map(Id)));
        });
        finder.threads.lists = lists;
        &finder.threads.lists[..pieces]
    }

    /// Replaces the contents of collections by the pairs, one for each piece of work. Collections
    /// beyond these are empty.
    pub(super) fn par_collect_into<C: Default + Send>(
        self,
        collections: &mut Vec<C>,
        clear: impl Fn(&mut C) + Sync,
        add: impl Fn(&mut C, &[[u32; 2]]) + Sync,
    ) {
        let pieces = self.pieces();
        collections.resize_with(pieces.max(collections.len()), C::default);
        let (collections, others) = collections.split_at_mut(pieces);
        others.iter_mut().for_each(&clear);
        self.sweep_pieces(collections, &clear, &|_, collection, batch| {
            add(collection, batch);
            ControlFlow::Continue(())
        });
    }

    /// Finds the pairs of all pieces. `begin` gets the accumulator of a piece before the visitor,
    /// which gets the number of a piece, its accumulator, and a batch of its pairs; if it breaks,
    /// the piece ends.
    fn sweep_pieces<T: Send>(
        mut self,
        accumulators: &mut [T],
        begin: &(impl Fn(&mut T) + Sync),
        visit: &(impl Fn(usize, &mut T, &[[u32; 2]]) -> ControlFlow<()> + Sync),
    ) {
        let groups = self.filter.groups;
        if let Some(parts) = GroupParts::try_new(Parallel, &self.operands, groups) {
            return self
                .finder
                .sweep_parts(&parts, self.filter, accumulators, begin, visit);
        }
        self.sort();
        let Self {
            finder,
            operands,
            filter,
        } = &mut self;
        match finder.sweeper.crowd(Parallel, operands, usize::MAX) {
            Some(parts) => {
                finder.sweep_parts(&parts, *filter, accumulators, begin, visit);
                finder.threads.free_sweepers();
            }
            None => self.sweep_sorted_pieces(PIECE, accumulators, begin, visit),
        }
    }

    pub(super) fn sort(&mut self) {
        self.finder.sweeper.sweeper.sort(Parallel, &self.operands);
    }

    /// [`sweep_pieces`](Self::sweep_pieces) of boxes that are sorted, `piece` boxes at a time.
    pub(super) fn sweep_sorted_pieces<T: Send>(
        self,
        piece: usize,
        accumulators: &mut [T],
        begin: &(impl Fn(&mut T) + Sync),
        visit: &(impl Fn(usize, &mut T, &[[u32; 2]]) -> ControlFlow<()> + Sync),
    ) {
        let is_cross = self.operands.second().is_some();
        let PairFinder {
            sweeper, threads, ..
        } = self.finder;
        sweeper.sweeper.label(Parallel, is_cross, &self.filter);
        let Sweeper {
            first,
            second,
            path,
            names,
            labels,
            ..
        } = &sweeper.sweeper;
        let refine = Refine::new(names, labels, self.operands.offset(), self.filter);
        let parts = Lists::passes(first, is_cross.then_some(second))
            .flat_map(|lists| parts(lists.blocks.boxes.len, piece).map(move |part| (lists, part)));
        let mut pieces: Vec<_> = parts.zip(accumulators).collect();
        Parallel.for_each_mut(&mut pieces, |number, ((lists, part), accumulator)| {
            begin(accumulator);
            let visit: Visit<'_> = &mut |batch| visit(number, accumulator, batch);
            threads.scratches.lend(Scratch::default, |scratch| {
                // The accumulator has the value of a break.
                let _ = Join::new(*lists, refine, *path, scratch, visit).run(part.clone());
            });
        });
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// The first `count` lists that [`PairQuery::par_pair_lists`] found last.
    pub(crate) fn lists(&self, count: usize) -> impl ExactSizeIterator<Item = &[[Id; 2]]> {
        self.threads.lists[..count].iter().map(Vec::as_slice)
    }

    /// Finds the pairs of all parts. Each piece of work is a number of consecutive parts.
    fn sweep_parts<T: Send>(
        &self,
        parts: &impl Parts<S, D>,
        filter: Filter<'_>,
        accumulators: &mut [T],
        begin: &(impl Fn(&mut T) + Sync),
        visit: &(impl Fn(usize, &mut T, &[[u32; 2]]) -> ControlFlow<()> + Sync),
    ) {
        let path = self.sweeper.sweeper.path;
        let len = parts.len().div_ceil(accumulators.len().max(1));
        Parallel.for_each_mut(accumulators, |number, accumulator| {
            begin(accumulator);
            let parts_of_piece = (number * len..parts.len()).take(len);
            if parts_of_piece.len() == 0 {
                return;
            }
            let visit: Visit<'_> = &mut |batch| visit(number, accumulator, batch);
            let new = || TileSweeper::with_path(path);
            self.threads.sweepers.lend(new, |sweeper| {
                // The accumulator has the value of a break.
                let _ = { parts_of_piece }
                    .try_for_each(|part| sweeper.visit_part(parts, part, filter, visit));
            });
        });
    }
}

/// The parts of a sorted list that are swept as one piece of work.
pub(super) fn parts(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len)
        .step_by(piece)
        .map(move |start| start..len.min(start + piece))
}

/// Copies all lists, one after the other, to `all`, which has their total length.
fn concatenate(lists: &[Vec<[Id; 2]>], all: &mut [[Id; 2]]) {
    let mut rest = all;
    let mut targets = Vec::new();
    for list in lists {
        let (target, others) = rest.split_at_mut(list.len());
        targets.push((list, target));
        rest = others;
    }
    Parallel.for_each_mut(&mut targets, |_, (list, target)| {
        target.copy_from_slice(list);
    });
}
