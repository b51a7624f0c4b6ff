//! Pairs in independent pieces of work: within both parts, and between the parts.

use super::tree::SettledTree;
use crate::filter::CategoryMatrix;
use crate::geometry::Scalar;
use crate::index::{Accelerated, IndexCore, Pieces, PiecesBy};
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

type Search<'a> = Box<dyn Pieces + 'a>;

struct Chain<'a>(Vec<Search<'a>>);

impl Pieces for Chain<'_> {
    fn count(&self) -> usize {
        self.0.iter().map(|search| search.count()).sum()
    }

    fn for_each_pair(&self, mut piece: usize, visit: &mut dyn FnMut(Id, Id)) {
        for search in &self.0 {
            match piece.checked_sub(search.count()) {
                None => return search.for_each_pair(piece, visit),
                Some(rest) => piece = rest,
            }
        }
    }
}

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// The overlapping pairs, smaller id first.
    pub(super) fn pieces<'a>(&'a self, matrix: Option<&CategoryMatrix>) -> Option<Search<'a>> {
        let rested = self.packed.accelerated().pair_pieces(matrix)?;
        let matrix_of_pieces = matrix.copied();
        Some(Box::new(Chain(vec![
            only(rested, |a, b| self.counts(a) && self.counts(b)),
            self.recent.accelerated().pair_pieces(matrix)?,
            one_piece(move |visit| {
                let visit = |a: Id, b: Id| visit(a.min(b), a.max(b));
                self.for_each_rested_pair_with(matrix_of_pieces.as_ref(), &self.recent, visit);
            }),
        ])))
    }

    /// The pairs with another settled tree.
    pub(super) fn pieces_with<'a>(
        &'a self,
        matrix: Option<&CategoryMatrix>,
        other: &'a Self,
    ) -> Option<Search<'a>> {
        let rested = self
            .packed
            .accelerated()
            .join_pieces(matrix, &other.packed)?;
        let matrix_of_pieces = matrix.copied();
        Some(Box::new(Chain(vec![
            only(rested, |a, b| self.counts(a) && other.counts(b)),
            self.recent
                .accelerated()
                .join_pieces(matrix, &other.recent)?,
            one_piece(move |visit| {
                self.for_each_rested_pair_with(matrix_of_pieces.as_ref(), &other.recent, visit);
            }),
            one_piece(move |visit| {
                let visit = |theirs, ours| visit(ours, theirs);
                other.for_each_rested_pair_with(matrix_of_pieces.as_ref(), &self.recent, visit);
            }),
        ])))
    }

    fn for_each_rested_pair_with(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id),
    ) {
        let ControlFlow::Continue(()) = self.rested_pairs_with(matrix, other, never_breaks(visit));
    }
}

/// The pairs of a search that a filter admits.
fn only<'a>(search: Search<'a>, admits: impl Fn(Id, Id) -> bool + Sync + 'a) -> Search<'a> {
    let count = search.count();
    let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
        search.for_each_pair(piece, &mut |a, b| {
            if admits(a, b) {
                visit(a, b);
            }
        });
    };
    Box::new(PiecesBy(count, visit_piece))
}

/// A search in one piece.
fn one_piece<'a>(search: impl Fn(&mut dyn FnMut(Id, Id)) + Sync + 'a) -> Search<'a> {
    let visit_piece = move |_: usize, visit: &mut dyn FnMut(Id, Id)| search(visit);
    Box::new(PiecesBy(1, visit_piece))
}
