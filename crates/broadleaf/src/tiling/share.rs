//! The boxes that touch each tile.

use alloc::vec::Vec;
use core::ops::Range;

use super::tiles_of::TilesOf;
use super::tiling::Tiling;
use crate::geometry::{BoxSource, Scalar};
use crate::store::to_u32;

/// The boxes of a part of a list, by tile: what one piece of work contributes to every tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxesByTile {
    /// The indices of boxes in the list, tile by tile. A box is in every tile that it touches.
    indices: Vec<u32>,
    /// The first entry of each tile, followed by the number of entries.
    starts: Vec<u32>,
    /// The tile of each box's lower corner.
    tiles: Vec<u32>,
    /// The tile and the index of a box, for tiles without the box's lower corner.
    copies: Vec<[u32; 2]>,
}

impl BoxesByTile {
    /// Replaces the contents by the boxes in a range of the list. `first` is added to their
    /// indices.
    pub(crate) fn sort<S: Scalar, const D: usize>(
        &mut self,
        tiling: &Tiling<S, D>,
        boxes: &(impl BoxSource<S, D> + ?Sized),
        range: Range<usize>,
        first: u32,
    ) {
        self.find_tiles(tiling, boxes, range.clone());
        // From counts to sums, which are where each tile ends. Filling from the back turns them
        // into starts.
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.indices.resize(end as usize, 0);
        let mut put = |tile: u32, index: u32| {
            let start = &mut self.starts[tile as usize];
            *start -= 1;
            self.indices[*start as usize] = first + index;
        };
        for &[tile, index] in self.copies.iter().rev() {
            put(tile, index);
        }
        let indices = to_u32(range.start)..to_u32(range.end);
        for (&tile, index) in self.tiles.iter().zip(indices).rev() {
            put(tile, index);
        }
    }

    /// Finds the tiles of every box, and counts the boxes of every tile.
    fn find_tiles<S: Scalar, const D: usize>(
        &mut self,
        tiling: &Tiling<S, D>,
        boxes: &(impl BoxSource<S, D> + ?Sized),
        range: Range<usize>,
    ) {
        self.starts.clear();
        self.starts.resize(tiling.len() + 1, 0);
        self.tiles.clear();
        self.copies.clear();
        for index in range {
            let mut tiles = TilesOf::new(tiling, &boxes.get(index));
            // A box touches at least the tile of its lower corner.
            let home = tiles.next().unwrap_or(0);
            self.tiles.push(home);
            self.starts[home as usize] += 1;
            for tile in tiles {
                self.copies.push([tile, to_u32(index)]);
                self.starts[tile as usize] += 1;
            }
        }
    }

    pub(crate) fn tile(&self, tile: usize) -> &[u32] {
        &self.indices[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }
}
