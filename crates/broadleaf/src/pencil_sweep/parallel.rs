//! The same on the threads of rayon's current pool, with the same results for any number of them.

use super::finder::PairFinder;
use super::join::Scratch;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::simd::Key;
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How many boxes are swept as one piece of work.
const PIECE: usize = 2048;

/// A piece of work: its memory, and what it found.
#[derive(Clone, Debug)]
pub(super) struct Piece<K, const D: usize> {
    scratch: Scratch<K, D>,
    pairs: Vec<[Id; 2]>,
}

impl<K, const D: usize> Default for Piece<K, D> {
    fn default() -> Self {
        Self {
            scratch: Scratch::default(),
            pairs: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// [`self_pairs`](Self::self_pairs) in parallel: the visitor is called on several threads at a
    /// time. Needs the feature `rayon`.
    pub fn par_self_pairs(&mut self, boxes: &[Aabb<S, D>], visit: impl Fn(Id, Id) + Sync) {
        within_pool(|| {
            self.sweep_pieces(boxes, &|_, found| {
                found.iter().for_each(|&[a, b]| visit(Id(a), Id(b)))
            });
        });
    }

    /// The pairs of [`collect_self_pairs`](Self::collect_self_pairs), found in parallel, in the
    /// same order but in many lists, none of which is copied. Needs the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let row: Vec<_> = (0..10_000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut finder = PairFinder::default();
    /// assert_eq!(finder.par_self_pair_lists(&row).map(|pairs| pairs.len()).sum::<usize>(), 9_999);
    /// ```
    pub fn par_self_pair_lists(
        &mut self,
        boxes: &[Aabb<S, D>],
    ) -> impl ExactSizeIterator<Item = &[[Id; 2]]> {
        within_pool(|| self.list_pieces(boxes))
            .iter()
            .map(|piece| &piece.pairs[..])
    }

    /// [`collect_self_pairs`](Self::collect_self_pairs) in parallel: the same pairs in the same
    /// order. Needs the feature `rayon`.
    pub fn par_collect_self_pairs(&mut self, boxes: &[Aabb<S, D>], pairs: &mut Vec<[Id; 2]>) {
        within_pool(|| {
            let pieces = self.list_pieces(boxes);
            // Not cleared first: what is overwritten need not be filled.
            pairs.resize(
                pieces.iter().map(|piece| piece.pairs.len()).sum(),
                [Id(0); 2],
            );
            concatenate(Parallel, pieces, pairs);
        });
    }

    fn list_pieces(&mut self, boxes: &[Aabb<S, D>]) -> &[Piece<S::Key, D>] {
        self.sweep_pieces(boxes, &|pairs, found| {
            pairs.extend(found.iter().map(|&[a, b]| [Id(a), Id(b)]))
        })
    }

    /// Sorts and sweeps; what is found goes to the visitor together with its piece's list.
    fn sweep_pieces(
        &mut self,
        boxes: &[Aabb<S, D>],
        visit: &(impl Fn(&mut Vec<[Id; 2]>, &[[u32; 2]]) + Sync),
    ) -> &[Piece<S::Key, D>] {
        self.sort(Parallel, boxes);
        let Self {
            sorted,
            path,
            pieces,
            ..
        } = self;
        pieces.resize_with(boxes.len().div_ceil(PIECE), Piece::default);
        for_each(Parallel, pieces, 0, &|number, Piece { scratch, pairs }| {
            pairs.clear();
            let part = number * PIECE..boxes.len().min((number + 1) * PIECE);
            // Never breaks.
            let _ = sorted.join_part(*path, scratch, part, &mut |found| {
                visit(pairs, found);
                ControlFlow::Continue(())
            });
        });
        pieces
    }
}

/// Runs work on a thread of the pool: to hand it there again and again would take longer.
fn within_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    Parallel.join(work, || ()).0
}

/// Does something with every piece and its number.
fn for_each<K: Key, const D: usize>(
    executor: impl Executor,
    pieces: &mut [Piece<K, D>],
    first: usize,
    work: &(impl Fn(usize, &mut Piece<K, D>) + Sync),
) {
    match pieces {
        [] => {}
        [piece] => work(first, piece),
        _ => {
            let half = pieces.len() / 2;
            let (front, back) = pieces.split_at_mut(half);
            executor.join(
                || for_each(executor, front, first, work),
                || for_each(executor, back, first + half, work),
            );
        }
    }
}

/// Copies what all pieces have found, one after the other.
fn concatenate<K: Key, const D: usize>(
    executor: impl Executor,
    pieces: &[Piece<K, D>],
    all: &mut [[Id; 2]],
) {
    match pieces {
        [] => {}
        [piece] => all.copy_from_slice(&piece.pairs),
        _ => {
            let (front, back) = pieces.split_at(pieces.len() / 2);
            let (all, rest) = all.split_at_mut(front.iter().map(|piece| piece.pairs.len()).sum());
            executor.join(
                || concatenate(executor, front, all),
                || concatenate(executor, back, rest),
            );
        }
    }
}
