//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::joined::BoxesAlongCurve;
use super::operands::InThreads;
use super::pieces::Pieces;
use super::spatial_index::SpatialIndex;
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::store::Id;

impl<I: ?Sized + Sync> InThreads<'_, I> {
    /// Folds the pairs of each piece.
    pub(super) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        init: impl Fn() -> T + Sync,
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

    /// Folds the pairs with another index: in pieces of their own, or by joins of the boxes of the
    /// smaller index with the other one.
    pub(super) fn fold_pairs_with<S: Scalar, T: Send, const D: usize>(
        self,
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T + Sync,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: SpatialIndex<S, D>,
    {
        if let Some(pieces) = self.0.join_pieces(other) {
            fold_pieces(&*pieces, init, fold)
        } else if other.len() <= self.0.len() {
            fold_joins(self.0, other, init, fold)
        } else {
            fold_joins(other, self.0, init, |accumulator, b, a| {
                fold(accumulator, a, b);
            })
        }
    }
}

fn fold_pieces<T: Send>(
    pieces: &dyn Pieces,
    init: impl Fn() -> T + Sync,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    Parallel.map(pieces.count(), |piece| {
        let mut accumulator = init();
        pieces.for_each_pair(piece, &mut |a, b| fold(&mut accumulator, a, b));
        accumulator
    })
}

/// Folds the pairs of an index and the boxes of another, which are joined with it piece by piece.
/// The id from `index` comes first.
fn fold_joins<S: Scalar, T: Send, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync + ?Sized),
    other: &(impl SpatialIndex<S, D> + ?Sized),
    init: impl Fn() -> T + Sync,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    let boxes = BoxesAlongCurve::of(other);
    Parallel.map(boxes.pieces().len(), |piece| {
        let mut accumulator = init();
        boxes.join(index, piece, |a, b| fold(&mut accumulator, a, b));
        accumulator
    })
}
