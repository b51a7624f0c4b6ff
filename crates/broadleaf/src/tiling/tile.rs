//! One tile: a half-open box.

use core::array;

use super::tuning::MAX_CUT_AXES;
use crate::geometry::{Aabb, Scalar, greater};

/// A half-open part of space: its lower corner belongs to it, its end does not. It may be infinite,
/// and it may be empty.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::tiling::{Tile, Tiling};
/// let row: Vec<_> = (0..100).map(|x| Aabb::new([x, 0], [x + 1, 1])).collect();
/// let tiling = Tiling::from_sample(&row, 2);
/// let [left, right]: [Tile<i32, 2>; 2] = [0, 1].map(|number| tiling.tile(number).unwrap());
/// assert_eq!((left.end()[0], right.low()[0]), (Some(50), 50));
///
/// // Both tiles have both boxes, and one of them owns the pair.
/// let [a, b] = [Aabb::new([40, 0], [60, 1]), Aabb::new([45, 0], [50, 1])];
/// assert!([left, right].iter().all(|tile| tile.touches(&a) && tile.touches(&b)));
/// assert_eq!([left, right].map(|tile| tile.owns(&a, &b)), [true, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile<S, const D: usize> {
    low: [S; D],
    end: [Option<S>; D],
}

impl<S: Scalar, const D: usize> Tile<S, D> {
    /// All of space.
    pub const EVERYWHERE: Self = Self {
        low: [S::MIN; D],
        end: [None; D],
    };

    /// Where the tile begins on every axis: the first coordinate inside.
    #[must_use]
    pub fn low(&self) -> [S; D] {
        self.low
    }

    /// Where the tile ends on every axis: the first coordinate outside, or `None` if it has no end.
    #[must_use]
    pub fn end(&self) -> [Option<S>; D] {
        self.end
    }

    /// Whether a point of the box is in the tile.
    #[must_use]
    #[inline]
    pub fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let (min, max) = (aabb.min(), aabb.max());
        (0..D).all(|axis| max[axis] >= self.low[axis] && is_before(min[axis], self.end[axis]))
    }

    /// Whether a point is in the tile.
    #[must_use]
    #[inline]
    pub fn contains_point(&self, point: &[S; D]) -> bool {
        (0..D).all(|axis| point[axis] >= self.low[axis] && is_before(point[axis], self.end[axis]))
    }

    /// Whether the tile contains the reference point of two boxes that overlap: the greater of
    /// their lower ends on every axis. Exactly one tile of a [`Tiling`](super::Tiling) does.
    // The point is in both boxes, so the tile that contains it has both of them, and can report the
    // pair without asking other tiles. Remembering which pairs are reported would need memory for
    // all of them, and threads or machines that wait for each other. The lower ends, and not the
    // upper ones, because tiles are half-open at the upper end: a coordinate never ends two tiles.
    #[must_use]
    #[inline]
    pub fn owns(&self, a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
        let [a, b] = [a.min(), b.min()];
        self.contains_point(&array::from_fn(|axis| greater(a[axis], b[axis])))
    }

    /// The class of a box: bit `i` is set if the box begins before the tile on axis `i`. The fifth
    /// and further axes are never cut and have no bit.
    ///
    /// A tile owns two boxes that overlap and touch it exactly if `class(a) & class(b) == 0`. With
    /// one byte for each box, this decides many pairs faster than [`owns`](Self::owns).
    // Both boxes touch the tile, so both begin before its end, and so does the reference point. It
    // is outside only if it lies before the tile on some axis, which means that both boxes begin
    // before the tile there: both bits are set. `pair_finder` decides sixteen pairs with one AND,
    // where `owns` compares 2 D coordinates for each pair.
    #[must_use]
    #[inline]
    pub fn class(&self, aabb: &Aabb<S, D>) -> u8 {
        class(&self.low, aabb)
    }

    /// The part of space in both tiles. If the boxes of a tile are tiled again, a pair belongs to
    /// the intersection of its two tiles.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        for axis in 0..D {
            self.begin_at(axis, other.low[axis]);
            if let Some(end) = other.end[axis] {
                self.end_at(axis, end);
            }
        }
        self
    }

    /// Drops everything before a coordinate.
    pub(super) fn begin_at(&mut self, axis: usize, at: S) {
        self.low[axis] = greater(self.low[axis], at);
    }

    /// Drops a coordinate and everything after it.
    pub(super) fn end_at(&mut self, axis: usize, at: S) {
        if is_before(at, self.end[axis]) {
            self.end[axis] = Some(at);
        }
    }
}

/// The class of a box in a tile that begins at `low`.
#[inline(always)]
pub(crate) fn class<S: Scalar, const D: usize>(low: &[S; D], aabb: &Aabb<S, D>) -> u8 {
    let mut class = 0;
    for axis in 0..D.min(MAX_CUT_AXES) {
        class |= u8::from(aabb.min()[axis] < low[axis]) << axis;
    }
    class
}

#[inline]
fn is_before<S: Scalar>(x: S, end: Option<S>) -> bool {
    end.is_none_or(|end| x < end)
}
