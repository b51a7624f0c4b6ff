//! Pairs in independent pieces of work.

use crate::store::Id;

/// Pairs in independent pieces, which any threads find in any order.
///
/// The pairs in a piece depend on the boxes and the structure alone.
pub trait Pieces: Sync {
    /// How many pieces there are.
    fn count(&self) -> usize;

    /// Visits the pairs of a piece, each once.
    fn for_each_pair(&self, piece: usize, visit: &mut dyn FnMut(Id, Id));
}

/// A number of pieces, and a function that visits the pairs of one.
pub(crate) struct PiecesBy<F>(pub(crate) usize, pub(crate) F);

impl<F: Fn(usize, &mut dyn FnMut(Id, Id)) + Sync> Pieces for PiecesBy<F> {
    fn count(&self) -> usize {
        self.0
    }

    fn for_each_pair(&self, piece: usize, visit: &mut dyn FnMut(Id, Id)) {
        (self.1)(piece, visit);
    }
}
