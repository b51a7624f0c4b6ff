//! The tiles that a box touches.

use core::iter::FusedIterator;

use super::tiling::{TileCut, Tiling};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;

/// The tiles that a box touches, in ascending order of their numbers: see [`Tiling::tiles_of`].
#[derive(Clone, Debug)]
pub struct TilesOf<'a, S: Scalar, const D: usize> {
    tiling: &'a Tiling<S, D>,
    aabb: Aabb<S, D>,
    /// The node of the next tile; `None` at the end.
    next: Option<usize>,
    /// The node of the tile with the box's upper corner.
    last: usize,
}

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The numbers of the tiles that a box touches, in ascending order; `None` for a giant, which
    /// every tile reads from one list.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// use broadleaf::tiling::Tiling;
    /// let row: Vec<_> = (0..100).map(|x| Aabb::point([x])).collect();
    /// let tiling = Tiling::from_sample(&row, 4).with_giant_limit(3);
    /// let tiles = |min, max| Some(tiling.tiles_of(&Aabb::new([min], [max]))?.collect::<Vec<_>>());
    /// assert_eq!(tiles(3, 5), Some(vec![0]));
    /// assert_eq!(tiles(30, 60), Some(vec![1, 2]));
    /// assert_eq!(tiles(i32::MIN, i32::MAX), None);
    /// ```
    // A giant is recognised after `giant_limit` tiles, so a box costs at most that many steps,
    // whatever its size. Giants are in a list that every tile reads: copied to their tiles, ten
    // thousand boxes around everything would multiply the memory. Two giants are joined once and
    // without a tile, because the tile that contains their reference point may have no box, and an
    // engine that only visits tiles with rows would lose the pair.
    #[must_use]
    #[inline]
    pub fn tiles_of(&self, aabb: &Aabb<S, D>) -> Option<TilesOf<'_, S, D>> {
        let tiles = TilesOf::new(self, aabb);
        let is_giant =
            !tiles.is_alone() && tiles.clone().nth(self.giant_limit() as usize).is_some();
        (!is_giant).then_some(tiles)
    }

    /// Whether a box touches more tiles than [`giant_limit`](Self::giant_limit).
    #[must_use]
    pub fn is_giant(&self, aabb: &Aabb<S, D>) -> bool {
        self.tiles_of(aabb).is_none()
    }
}

impl<'a, S: Scalar, const D: usize> TilesOf<'a, S, D> {
    #[inline]
    pub(super) fn new(tiling: &'a Tiling<S, D>, aabb: &Aabb<S, D>) -> Self {
        let [first, last] = tiling.nodes_of_corners(aabb);
        Self {
            tiling,
            aabb: *aabb,
            next: Some(first),
            last,
        }
    }

    /// Whether all of the box is in one tile.
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.next == Some(self.last)
    }

    /// The next tile after one that is not the last.
    fn node_after(&self, mut node: usize) -> usize {
        let (min, max) = (self.aabb.min(), self.aabb.max());
        // Up to the nearest cut with the tile before it and a part of the box after it.
        loop {
            let TileCut { axis, at } = self.tiling.cut_of(node / 2);
            if node.is_multiple_of(2) && max[axis] >= at {
                break;
            }
            node /= 2;
        }
        self.tiling.descend(node + 1, &min)
    }
}

impl<S: Scalar, const D: usize> Iterator for TilesOf<'_, S, D> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let node = self.next?;
        self.next = (node != self.last).then(|| self.node_after(node));
        Some(to_u32(node - self.tiling.len()))
    }
}

impl<S: Scalar, const D: usize> FusedIterator for TilesOf<'_, S, D> {}
