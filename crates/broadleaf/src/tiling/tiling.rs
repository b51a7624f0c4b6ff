//! The cuts, and where a box is between them.

use alloc::vec::Vec;

use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;

/// Only this many axes are cut, so that a class has this many bits.
pub(crate) const MAX_CUT_AXES: usize = 4;

/// A half-space begins on an axis: at a coordinate, given by its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut<K> {
    pub(super) axis: usize,
    pub(super) key: K,
}

/// Space, cut into 2^depth tiles. Some may be empty.
#[derive(Clone, Debug)]
pub(crate) struct Tiling<S: Scalar, const D: usize> {
    pub(super) depth: u32,
    /// A complete binary tree in heap order: the root is 1, the parts of node `n` are `2 n`, which
    /// is before the cut, and `2 n + 1`. The tiles are the nodes that follow the cuts.
    pub(super) cuts: Vec<Cut<S::Key>>,
    /// Where the part of space that was cut begins.
    pub(super) start: [S::Key; D],
}

/// Both corners of a box, as keys.
type Corners<S, const D: usize> = [[<S as Scalar>::Key; D]; 2];

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The number of tiles.
    pub(crate) fn len(&self) -> usize {
        1 << self.depth
    }

    /// The tile that contains a point, if both ends of a box are in the same one; otherwise the
    /// tile of the lower end and false.
    #[inline(always)]
    pub(super) fn tile_of(&self, [min, max]: &Corners<S, D>) -> (u32, bool) {
        let (mut first, mut last) = (1, 1);
        for _ in 0..self.depth {
            let (cut, other) = (self.cuts[first], self.cuts[last]);
            first = 2 * first + usize::from(min[cut.axis] >= cut.key);
            last = 2 * last + usize::from(max[other.axis] >= other.key);
        }
        (to_u32(first - self.len()), first == last)
    }

    /// Visits every tile that a box touches.
    pub(super) fn for_each_tile(&self, corners: &Corners<S, D>, visit: &mut impl FnMut(u32)) {
        self.visit_node(1, corners, visit);
    }

    fn visit_node(&self, node: usize, corners: &Corners<S, D>, visit: &mut impl FnMut(u32)) {
        if node >= self.len() {
            visit(to_u32(node - self.len()));
            return;
        }
        let Cut { axis, key } = self.cuts[node];
        let [min, max] = corners;
        if min[axis] < key {
            self.visit_node(2 * node, corners, visit);
        }
        if max[axis] >= key {
            self.visit_node(2 * node + 1, corners, visit);
        }
    }

    /// Makes these the tiles of a part of space that begins at `start`.
    pub(crate) fn start_at(&mut self, start: &[S::Key; D]) {
        self.start = *start;
    }

    /// Where a tile begins on every axis.
    pub(crate) fn low(&self, tile: usize) -> [S::Key; D] {
        let mut low = self.start;
        let mut node = self.len() + tile;
        while node > 1 {
            let Cut { axis, key } = self.cuts[node / 2];
            if !node.is_multiple_of(2) {
                low[axis] = low[axis].max(key);
            }
            node /= 2;
        }
        low
    }

    /// The class of a box in a tile that begins at `low`: one bit for each axis on which the box
    /// begins before the tile.
    #[inline(always)]
    pub(crate) fn class(low: &[S::Key; D], aabb: &Aabb<S, D>) -> u8 {
        let mut class = 0;
        for axis in 0..D.min(MAX_CUT_AXES) {
            class |= u8::from(aabb.min()[axis].key() < low[axis]) << axis;
        }
        class
    }
}
