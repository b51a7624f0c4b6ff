//! Pairs in independent pieces of work.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::index::PencilSweep;
use crate::geometry::Scalar;
use crate::index::{IndexCore, Pieces, PiecesBy, SpatialIndex};
use crate::pair_finder::PairPieces;
use crate::store::{Id, TooManyBoxes};

impl<S: Scalar, const D: usize> PencilSweep<S, D> {
    pub(super) fn pieces(&self) -> Box<dyn Pieces + '_> {
        let pairs = PairPieces::new(&self.boxes, None);
        let count = pairs.count();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            pairs.for_each_pair(piece, |a, b| {
                let [a, b] = self.ordered_ids(a as usize, b as usize);
                visit(a, b);
            });
        };
        Box::new(PiecesBy(count, visit_piece))
    }

    /// The pairs with another index; `None` if both together have more boxes than a `PairFinder`
    /// takes.
    pub(super) fn pieces_with<'a>(
        &'a self,
        other: &impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let (other_ids, other_boxes): (Vec<_>, Vec<_>) = other.boxes().unzip();
        TooManyBoxes::check(self.len().saturating_add(other_ids.len())).ok()?;
        let pairs = PairPieces::new(&self.boxes, Some(other_boxes));
        let count = pairs.count();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            pairs.for_each_pair(piece, |ours, theirs| {
                visit(self.ids[ours as usize], other_ids[theirs as usize]);
            });
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }
}
