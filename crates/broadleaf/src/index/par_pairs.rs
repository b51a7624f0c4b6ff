//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::category_matrix::CategoryMatrix;
use super::index_core::{Accelerated, IndexCore};
use super::joined::BoxesAlongCurve;
use super::operands::{InThreads, Joined};
use super::pieces::{Pieces, PiecesBy};
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::store::Id;
use crate::visit::never_breaks;
use core::ops::ControlFlow;

impl<I: ?Sized + Sync> InThreads<'_, I> {
    /// Folds the pairs of each piece.
    pub(super) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: IndexCore<S, D>,
    {
        match self.0.accelerated().pair_pieces(None) {
            Some(pieces) => fold_pieces(&*pieces, init, fold),
            None => {
                let mut accumulator = init();
                let ControlFlow::Continue(()) = self
                    .0
                    .search_pairs(never_breaks(|a, b| fold(&mut accumulator, a, b)));
                alloc::vec![accumulator]
            }
        }
    }

    /// Folds the pairs of boxes whose categories form pairs: in pieces of their own, or after a
    /// test of each pair.
    pub(super) fn fold_allowed_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        matrix: &CategoryMatrix,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: IndexCore<S, D>,
    {
        if let Some(pieces) = self.0.accelerated().pair_pieces(Some(matrix)) {
            return fold_pieces(&*pieces, init, fold);
        }
        let (left, right) = (self.0, self.0);
        let fold = Joined { left, right }.only_allowed(matrix, fold);
        self.fold_pairs(init, fold)
    }

    /// [`fold_allowed_pairs`](Self::fold_allowed_pairs) with another index.
    pub(super) fn fold_allowed_cross_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        matrix: &CategoryMatrix,
        other: &(impl IndexCore<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: IndexCore<S, D>,
    {
        if let Some(pieces) = self.0.accelerated().join_pieces(Some(matrix), other) {
            return fold_pieces(&*pieces, init, fold);
        }
        let (left, right) = (self.0, other);
        let fold = Joined { left, right }.only_allowed(matrix, fold);
        self.fold_cross_pairs(other, init, fold)
    }

    /// Folds the pairs with another index: in pieces of their own, or by joins of the boxes of the
    /// smaller index with the other one.
    pub(super) fn fold_cross_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        other: &(impl IndexCore<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: IndexCore<S, D>,
    {
        match self.0.accelerated().join_pieces(None, other) {
            Some(pieces) => fold_pieces(&*pieces, init, fold),
            None if other.box_count() <= self.0.box_count() => {
                fold_pieces(&joins(self.0, other), init, fold)
            }
            None => fold_pieces(&joins(other, self.0), init, |accumulator, theirs, ours| {
                fold(accumulator, ours, theirs);
            }),
        }
    }
}

impl<I: ?Sized + Sync, J: ?Sized + Sync> Joined<'_, I, J> {
    /// A function that folds the pairs whose categories form pairs, and leaves out the others.
    fn only_allowed<S: Scalar, T, const D: usize>(
        self,
        matrix: &CategoryMatrix,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> impl Fn(&mut T, Id, Id) + Sync
    where
        I: IndexCore<S, D>,
        J: IndexCore<S, D>,
    {
        move |accumulator, ours, theirs| {
            if self.allows(matrix, ours, theirs) {
                fold(accumulator, ours, theirs);
            }
        }
    }
}

fn fold_pieces<T: Send>(
    pieces: &dyn Pieces,
    init: impl Fn() -> T,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    let mut accumulators: Vec<_> = (0..pieces.count()).map(|_| init()).collect();
    Parallel.for_each_mut(&mut accumulators, |piece, accumulator| {
        pieces.for_each_pair(piece, &mut |a, b| fold(accumulator, a, b));
    });
    accumulators
}

/// The pairs of an index and the boxes of another, which are joined with it piece by piece. The id
/// from `index` comes first.
fn joins<S: Scalar, const D: usize>(
    index: &(impl IndexCore<S, D> + Sync + ?Sized),
    other: &(impl IndexCore<S, D> + ?Sized),
) -> impl Pieces {
    let boxes = BoxesAlongCurve::of(&other.boxes().collect::<Vec<_>>());
    let count = boxes.pieces().len();
    let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
        boxes.join(index, piece, visit);
    };
    PiecesBy(count, visit_piece)
}
