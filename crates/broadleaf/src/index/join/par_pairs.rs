//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::joined::BoxesAlongCurve;
use super::pieces::{Pieces, PiecesBy};
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::index::from_boxes::are_shared;
use crate::index::index_core::{Accelerated, IndexCore};
use crate::store::Id;
use crate::visit::never_breaks;
use core::ops::ControlFlow;

/// Folds the pairs of an index, piece by piece if there are enough boxes for threads.
pub(in crate::index) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
    index: &(impl IndexCore<S, D> + Sync + ?Sized),
    init: impl Fn() -> T,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    if are_shared(index.box_count())
        && let Some(pieces) = index.accelerated().pair_pieces(None)
    {
        return fold_pieces(&*pieces, init, fold);
    }
    let mut all = init();
    let visit = never_breaks(|a, b| fold(&mut all, a, b));
    let ControlFlow::Continue(()) = index.search_pairs(visit);
    alloc::vec![all]
}

/// Folds the pairs of two indexes: in the pieces of the structure, or by joins of the boxes of the
/// smaller index with the larger one. In one piece if there are too few boxes for threads.
pub(in crate::index) fn fold_cross_pairs<S: Scalar, T: Send, const D: usize>(
    index: &(impl IndexCore<S, D> + Sync + ?Sized),
    other: &(impl IndexCore<S, D> + Sync),
    init: impl Fn() -> T,
    fold: impl Fn(&mut T, Id, Id) + Sync,
) -> Vec<T> {
    let boxes = index.box_count().saturating_add(other.box_count());
    if !are_shared(boxes) {
        let mut all = init();
        let visit = never_breaks(|ours, theirs| fold(&mut all, ours, theirs));
        let ControlFlow::Continue(()) = index.accelerated().search_cross_pairs(None, other, visit);
        return alloc::vec![all];
    }
    if let Some(pieces) = index.accelerated().join_pieces(None, other) {
        return fold_pieces(&*pieces, init, fold);
    }
    let fold = |all: &mut T, ours, theirs| {
        if index.accelerated().forms_cross_pair(other, ours, theirs) {
            fold(all, ours, theirs);
        }
    };
    if other.box_count() <= index.box_count() {
        fold_pieces(&joins(index, other), init, fold)
    } else {
        let swapped = |all: &mut T, theirs, ours| fold(all, ours, theirs);
        fold_pieces(&joins(other, index), init, swapped)
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

/// Joins the boxes of another index piece by piece with an index. The id from `index` comes first.
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
