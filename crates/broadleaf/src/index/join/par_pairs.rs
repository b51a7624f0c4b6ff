//! The pairs of an index, and of two, on the threads of rayon's current pool.

use alloc::vec::Vec;

use super::joined::BoxesAlongCurve;
use super::operands::InThreads;
use super::pieces::{Pieces, PiecesBy};
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::index::index_core::{Accelerated, IndexCore};
use crate::store::Id;
use crate::visit::never_breaks;
use core::ops::ControlFlow;

impl<I: ?Sized + Sync> InThreads<'_, I> {
    /// Folds the pairs of each piece.
    pub(in crate::index) fn fold_pairs<S: Scalar, T: Send, const D: usize>(
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

    /// Folds the pairs with another index: in pieces of their own, or by joins of the boxes of the
    /// smaller index with the other one.
    pub(in crate::index) fn fold_cross_pairs<S: Scalar, T: Send, const D: usize>(
        self,
        other: &(impl IndexCore<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        I: IndexCore<S, D>,
    {
        if let Some(pieces) = self.0.accelerated().join_pieces(None, other) {
            return fold_pieces(&*pieces, init, fold);
        }
        let fold = |accumulator: &mut T, ours, theirs| {
            let ask = self.0.accelerated();
            if ask.forms_cross_pair(other, ours, theirs) {
                fold(accumulator, ours, theirs);
            }
        };
        match () {
            () if other.box_count() <= self.0.box_count() => {
                fold_pieces(&joins(self.0, other), init, fold)
            }
            () => fold_pieces(&joins(other, self.0), init, |accumulator, theirs, ours| {
                fold(accumulator, ours, theirs);
            }),
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
