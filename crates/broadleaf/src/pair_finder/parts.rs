//! Boxes that are swept part by part.

use super::tile::Tile;
use super::tiles::Tiles;
use crate::geometry::Scalar;

/// Parts of the caller's boxes. Every pair is owned by one of them.
pub(super) trait Parts<S: Scalar, const D: usize>: Sync {
    /// The number of parts.
    fn len(&self) -> usize;

    /// Copies the boxes of a part.
    fn load(&self, number: usize, tile: &mut Tile<S, D>);

    /// How many candidates each block of the boxes had, if they were sorted together before.
    fn candidates(&self) -> usize;
}

impl<S: Scalar, const D: usize> Parts<S, D> for Tiles<S, D> {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn load(&self, number: usize, tile: &mut Tile<S, D>) {
        Self::load(self, number, tile);
    }

    fn candidates(&self) -> usize {
        Self::candidates(self)
    }
}
