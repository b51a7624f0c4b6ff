//! The cuts as a tree, and the descent of a point or box through them.

use alloc::vec;
use alloc::vec::Vec;

use super::invalid::InvalidTiling;
use super::tile::Tile;
use super::tuning::{GIANT_LIMIT, MAX_CUT_AXES};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;

/// The half-space after a coordinate on an axis, which includes the coordinate. If that is the
/// least one, nothing is before the cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TileCut<S> {
    pub(crate) axis: usize,
    pub(crate) at: S,
}

impl<S: Scalar> TileCut<S> {
    /// All of space is after this cut.
    pub(crate) const NONE: Self = Self {
        axis: 0,
        at: S::MIN,
    };
}

/// Space, cut into a power of two of tiles, numbered from 0. Some may be empty.
///
/// Every point is in exactly one tile, so all tiles together give the same answer as the boxes
/// together, for every number type: see the [module](super) for a join. Coordinates are compared
/// with the cuts and nothing is computed from them. Tiles may have very different numbers of boxes,
/// since cuts cannot separate identical boxes and a sample is only a sample. To divide a tile, tile
/// its boxes again: see [`Tile::intersection`].
///
/// **Cost**: `tiles_of` takes logarithmic time in the number of tiles, for each tile that the box
/// touches. A tiling has 8 to 16 bytes per tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiling<S: Scalar, const D: usize> {
    /// A complete binary tree in heap order: the root is 1, the parts of node `n` are `2 n`, before
    /// the cut, and `2 n + 1`. The tiles are the nodes that follow the cuts.
    cuts: Vec<TileCut<S>>,
    giant_limit: u32,
}

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The greatest number of tiles: 2<sup>20</sup>.
    pub const MAX_TILES: usize = 1 << 20;

    /// Assembles a tiling from the number of tiles, the giant limit, and the cuts in heap order
    /// from the root on, `None` where a coordinate does not exist.
    pub(crate) fn from_parts(
        tiles: usize,
        giant_limit: u32,
        cuts: impl Iterator<Item = Option<TileCut<S>>>,
    ) -> Result<Self, InvalidTiling> {
        Self::check_parts(tiles, giant_limit)?;
        let may_be_cut = |cut: &TileCut<S>| cut.axis < D.min(MAX_CUT_AXES) && !cut.at.is_nan();
        let mut tree = vec![TileCut::NONE];
        for (number, cut) in (1..).zip(cuts) {
            let cut = cut.filter(may_be_cut);
            tree.push(cut.ok_or(InvalidTiling::Cut { number })?);
        }
        Ok(Self::from_cuts(tree).with_giant_limit(giant_limit))
    }

    pub(super) fn check_parts(tiles: usize, giant_limit: u32) -> Result<(), InvalidTiling> {
        if !tiles.is_power_of_two() || tiles > Self::MAX_TILES {
            return Err(InvalidTiling::TileCount(tiles as u64));
        }
        match giant_limit {
            0 => Err(InvalidTiling::NoGiantLimit),
            _ => Ok(()),
        }
    }

    /// `cuts` is a complete tree in heap order, whose length is a power of two and whose first
    /// element is unused.
    pub(super) fn from_cuts(cuts: Vec<TileCut<S>>) -> Self {
        debug_assert!(cuts.len().is_power_of_two());
        Self {
            cuts,
            giant_limit: GIANT_LIMIT,
        }
    }

    pub(crate) fn cuts(&self) -> &[TileCut<S>] {
        &self.cuts[1..]
    }

    /// The same tiling with another giant limit: a box is a giant if it touches more than this
    /// number of tiles; 0 counts as 1. The default is 64.
    ///
    /// A lower limit saves copies of large boxes, but every tile has to read every giant.
    #[must_use]
    pub fn with_giant_limit(self, tiles: u32) -> Self {
        Self {
            giant_limit: tiles.max(1),
            ..self
        }
    }

    /// A box is a giant if it touches more than this number of tiles.
    #[must_use]
    pub fn giant_limit(&self) -> u32 {
        self.giant_limit
    }

    /// The number of tiles: a power of two.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one tile")]
    pub fn len(&self) -> usize {
        self.cuts.len()
    }

    /// The number of the tile that contains a point, which must not have NaN coordinates.
    #[must_use]
    pub fn tile_at(&self, point: &[S; D]) -> u32 {
        to_u32(self.descend(1, point) - self.len())
    }

    /// The tile with this number, or `None`.
    #[must_use]
    pub fn tile(&self, number: u32) -> Option<Tile<S, D>> {
        let mut node = self.len() + number as usize;
        if node >= 2 * self.len() {
            return None;
        }
        let mut tile = Tile::EVERYWHERE;
        while node > 1 {
            let TileCut { axis, at } = self.cut_of(node / 2);
            if node.is_multiple_of(2) {
                tile.end_at(axis, at);
            } else {
                tile.begin_at(axis, at);
            }
            node /= 2;
        }
        Some(tile)
    }

    /// Whether a tile owns the pair of two boxes that overlap. For many pairs, [`Tile::owns`] of
    /// that tile is faster. A tile that does not exist owns no pair.
    #[must_use]
    pub fn owns(&self, number: u32, a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
        self.tile(number).is_some_and(|tile| tile.owns(a, b))
    }

    /// The nodes of the tiles with the lower and the upper corner of a box: the first and the last
    /// one that it touches.
    #[inline(always)]
    pub(super) fn nodes_of_corners(&self, aabb: &Aabb<S, D>) -> [usize; 2] {
        let (min, max) = (aabb.min(), aabb.max());
        let (mut first, mut last) = (1, 1);
        // Both descents in one loop, since each step waits for the memory.
        while first < self.len() {
            let (cut, other) = (self.cuts[first], self.cuts[last]);
            first = 2 * first + usize::from(min[cut.axis] >= cut.at);
            last = 2 * last + usize::from(max[other.axis] >= other.at);
        }
        [first, last]
    }

    /// The node of the tile with a point, in the subtree of a node.
    pub(super) fn descend(&self, mut node: usize, point: &[S; D]) -> usize {
        while node < self.len() {
            let TileCut { axis, at } = self.cuts[node];
            node = 2 * node + usize::from(point[axis] >= at);
        }
        node
    }

    #[inline]
    pub(super) fn cut_of(&self, node: usize) -> TileCut<S> {
        self.cuts[node]
    }
}
