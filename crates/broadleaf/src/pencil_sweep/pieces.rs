//! Pairs in independent pieces of work.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::index::PencilSweep;
use crate::geometry::Scalar;
use crate::index::{Pieces, PiecesBy, SpatialIndex};
use crate::pair_finder::PairFinder;
use crate::store::{Id, TooManyBoxes, to_u32};

impl<S: Scalar, const D: usize> PencilSweep<S, D> {
    pub(super) fn pieces(&self) -> Box<dyn Pieces + '_> {
        let fresh = (!self.is_sorted).then(|| {
            let mut finder = PairFinder::new();
            finder.par_sort_boxes(&self.boxes, None);
            finder
        });
        let count = fresh.as_ref().unwrap_or(&self.finder).sorted_pieces(false);
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            let finder = fresh.as_ref().unwrap_or(&self.finder);
            finder.for_each_pair_of_sorted_piece(false, piece, |a, b| {
                let [a, b] = self.ordered_ids(a as usize, b as usize);
                visit(a, b);
            });
        };
        Box::new(PiecesBy(count, visit_piece))
    }

    /// The pairs with another index; `None` if there are too many boxes for a list of both.
    pub(super) fn pieces_with<'a>(
        &'a self,
        other: &impl SpatialIndex<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let (other_ids, other_boxes): (Vec<_>, Vec<_>) = other.iter().unzip();
        TooManyBoxes::check(self.len().saturating_add(other_ids.len())).ok()?;
        let mut finder = PairFinder::new();
        finder.par_sort_boxes(&self.boxes, Some(&other_boxes));
        let (count, first_of_other) = (finder.sorted_pieces(true), to_u32(self.len()));
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            finder.for_each_pair_of_sorted_piece(true, piece, |ours, theirs| {
                let theirs = other_ids[(theirs - first_of_other) as usize];
                visit(self.ids[ours as usize], theirs);
            });
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }
}
