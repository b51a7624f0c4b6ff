//! The cuts, and where a box is between them.

use alloc::vec::Vec;

use super::tile::Tile;
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;

/// A box that touches more tiles is a giant, unless [`Tiling::with_giant_limit`] says otherwise.
const GIANT_LIMIT: u32 = 64;

/// A half-space begins on an axis: at a coordinate. If that is the least one, nothing is before the
/// cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut<S> {
    pub(crate) axis: usize,
    pub(crate) at: S,
}

impl<S: Scalar> Cut<S> {
    /// All of space is after it.
    pub(crate) const NONE: Self = Self {
        axis: 0,
        at: S::MIN,
    };
}

/// Space, cut into a power of two of tiles, numbered from 0. Some may be empty.
///
/// Every point is in exactly one tile, so for every number type the answer of all tiles together is
/// that of the boxes together: see the [module](super) for a join. Nothing is computed from
/// coordinates once the cuts are chosen; they are only compared. Tiles may have very different
/// numbers of boxes, since identical boxes cannot be cut apart and a sample is only a sample. A
/// tiling of the boxes of one tile cuts it further, see [`Tile::intersection`].
///
/// **Cost**: `tiles_of` takes time in proportion to the logarithm of the number of tiles, for each
/// tile that the box touches. A tiling has 8 to 16 bytes for each tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiling<S: Scalar, const D: usize> {
    /// A complete binary tree in heap order: the root is 1, the parts of node `n` are `2 n`, which
    /// is before the cut, and `2 n + 1`. The tiles are the nodes that follow the cuts.
    cuts: Vec<Cut<S>>,
    giant_limit: u32,
}

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The greatest number of tiles.
    pub const MAX_TILES: usize = 1 << 20;

    /// Of a complete tree of cuts in heap order, whose length is a power of two and whose first
    /// element has no meaning.
    pub(crate) fn from_cuts(cuts: Vec<Cut<S>>) -> Self {
        debug_assert!(cuts.len().is_power_of_two());
        Self {
            cuts,
            giant_limit: GIANT_LIMIT,
        }
    }

    /// The cuts in heap order, from the root on.
    pub(crate) fn cuts(&self) -> &[Cut<S>] {
        &self.cuts[1..]
    }

    /// The same tiles, where a box is a giant if it touches more than this number of them; 0 counts
    /// as 1. The limit is 64 unless it is set.
    ///
    /// A lower limit saves copies of large boxes; but every tile has to look at every giant.
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

    /// The number of tiles.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one tile")]
    pub fn len(&self) -> usize {
        self.cuts.len()
    }

    /// The number of the tile that contains a point without NaN.
    #[must_use]
    pub fn tile_at(&self, point: &[S; D]) -> u32 {
        to_u32(self.descend(1, point) - self.len())
    }

    /// A tile; `None` if there is no tile with this number.
    #[must_use]
    pub fn tile(&self, number: u32) -> Option<Tile<S, D>> {
        let mut node = self.len() + number as usize;
        if node >= 2 * self.len() {
            return None;
        }
        let mut tile = Tile::EVERYWHERE;
        while node > 1 {
            let Cut { axis, at } = self.cut_of(node / 2);
            if node.is_multiple_of(2) {
                tile.end_at(axis, at);
            } else {
                tile.begin_at(axis, at);
            }
            node /= 2;
        }
        Some(tile)
    }

    /// Whether a tile owns the pair of two boxes that overlap: [`Tile::owns`] of that tile, which
    /// is faster for many pairs. No pair is owned by a tile that does not exist.
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
        // Both at once, since each step waits for the memory.
        while first < self.len() {
            let (cut, other) = (self.cuts[first], self.cuts[last]);
            first = 2 * first + usize::from(min[cut.axis] >= cut.at);
            last = 2 * last + usize::from(max[other.axis] >= other.at);
        }
        [first, last]
    }

    /// The node of the tile with a point, below a node.
    pub(super) fn descend(&self, mut node: usize, point: &[S; D]) -> usize {
        while node < self.len() {
            let Cut { axis, at } = self.cuts[node];
            node = 2 * node + usize::from(point[axis] >= at);
        }
        node
    }

    #[inline]
    pub(super) fn cut_of(&self, node: usize) -> Cut<S> {
        self.cuts[node]
    }
}
