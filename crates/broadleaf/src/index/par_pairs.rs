//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::joined::BoxesAlongCurve;
use super::pieces::Pieces;
use super::spatial_index::SpatialIndex;
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::store::Id;

/// Folds the pairs of each piece of an index.
pub(super) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync + ?Sized),
    init: impl Fn() -> T + Sync,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    match index.pair_pieces() {
        Some(pieces) => fold_pieces(&*pieces, init, fold),
        None => {
            let mut accumulator = init();
            index.for_each_pair(|a, b| fold(&mut accumulator, a, b));
            alloc::vec![accumulator]
        }
    }
}

/// Folds the pairs of two indexes: in pieces of their own, or by joins of the boxes of the smaller
/// one with the other.
pub(super) fn fold_pairs_with<S: Scalar, T: Send, const D: usize>(
    ours: &(impl SpatialIndex<S, D> + Sync + ?Sized),
    theirs: &(impl SpatialIndex<S, D> + Sync),
    init: impl Fn() -> T + Sync,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    if let Some(pieces) = ours.join_pieces(theirs) {
        fold_pieces(&*pieces, init, fold)
    } else if theirs.len() <= ours.len() {
        fold_joins(ours, theirs, init, fold)
    } else {
        fold_joins(theirs, ours, init, |accumulator, b, a| {
            fold(accumulator, a, b);
        })
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
