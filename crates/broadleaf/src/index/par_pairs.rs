//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::category_matrix::CategoryMatrix;
use super::joined::BoxesAlongCurve;
use super::operands::{InThreads, Joined};
use super::pieces::{Pieces, PiecesBy};
use super::spatial_index::SpatialIndex;
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::store::Id;

impl<I: ?Sized + Sync> InThreads<'_, I> {
    /// Folds the pairs of each piece.
    pub(super) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        match self.0.pair_pieces() {
            Some(pieces) => fold_pieces(&*pieces, init, fold),
            None => {
                let mut accumulator = init();
                self.0.for_each_pair(|a, b| fold(&mut accumulator, a, b));
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
        I: SpatialIndex<S, D>,
    {
        if let Some(pieces) = self.0.filtered_pair_pieces(matrix) {
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
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        if let Some(pieces) = self.0.filtered_join_pieces(matrix, other) {
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
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        match self.0.join_pieces(other) {
            Some(pieces) => fold_pieces(&*pieces, init, fold),
            None if other.len() <= self.0.len() => fold_pieces(&joins(self.0, other), init, fold),
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
        I: SpatialIndex<S, D>,
        J: SpatialIndex<S, D>,
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
    index: &(impl SpatialIndex<S, D> + Sync + ?Sized),
    other: &(impl SpatialIndex<S, D> + ?Sized),
) -> impl Pieces {
    let boxes = BoxesAlongCurve::of(&other.iter().collect::<Vec<_>>());
    let count = boxes.pieces().len();
    let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
        boxes.join(index, piece, visit);
    };
    PiecesBy(count, visit_piece)
}
