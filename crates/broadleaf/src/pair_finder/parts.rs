//! Boxes that are swept part by part.

use super::shapes::Shapes;
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

/// Crowded boxes in parts that are less crowded.
#[derive(Clone, Debug)]
pub(super) enum Crowd<S: Scalar, const D: usize> {
    Tiles(Tiles<S, D>),
    Shapes(Shapes<S, D>),
}

impl<S: Scalar, const D: usize> Crowd<S, D> {
    /// Makes these the parts of a tile, whose boxes were distributed.
    pub(super) fn nest(&mut self, tile: &Tile<S, D>) {
        match self {
            Self::Tiles(tiles) => tiles.nest(tile),
            Self::Shapes(shapes) => shapes.nest(tile),
        }
    }
}

impl<S: Scalar, const D: usize> Parts<S, D> for Crowd<S, D> {
    fn len(&self) -> usize {
        match self {
            Self::Tiles(tiles) => tiles.len(),
            Self::Shapes(shapes) => shapes.len(),
        }
    }

    fn load(&self, number: usize, tile: &mut Tile<S, D>) {
        match self {
            Self::Tiles(tiles) => tiles.load(number, tile),
            Self::Shapes(shapes) => shapes.load(number, tile),
        }
    }

    fn candidates(&self) -> usize {
        match self {
            Self::Tiles(tiles) => tiles.candidates(),
            Self::Shapes(shapes) => shapes.candidates(),
        }
    }
}
