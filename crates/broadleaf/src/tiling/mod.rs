//! Space cut into tiles, in which boxes are less crowded or few enough for the memory.
//!
//! ```text
//!   +-------+---------------+     Every cut divides a part of space in two, at the median of where
//!   |       |          ##   |     a sample of its boxes begins, along the axis where the two parts
//!   |   A   |    B     ##   |     are least crowded and few boxes lie on both sides. Tiles are
//!   |      #####            |     half-open, and those at the edge are infinite. A box belongs to
//!   +------#####-----+------+     every tile that it touches.
//!   |       |        |      |
//!   |       |   C    |  D   |
//!   +-------+--------+------+
//! ```
//!
//! Start with `tiling` (the cuts as a tree) and `tile` (which pairs it owns); `build` chooses the
//! cuts, `tiles_of` finds the tiles of a box, `share` lists the boxes of each tile for
//! `pair_finder`.
//!
//! A pair is *owned* by the tile that contains its reference point: the greater of the two lower
//! ends on every axis. That point is in both boxes, and in one tile only. The
//! [`class`](Tile::class) of a box has a bit for each axis, set if the box begins before the tile.
//! So a tile owns a pair of boxes that touch it exactly if no bit is set in both classes.
//!
//! # A join that is larger than one memory
//!
//! [`Tiling`] distributes boxes to files, machines or processes, and each tile finds the pairs that
//! it owns independently. A box that touches very many tiles is a *giant*. It is not copied to its
//! tiles: giants are in one list, which every tile reads. Every pair is found exactly once if
//!
//! * every tile finds the pairs that it owns among its boxes,
//! * every tile finds the pairs that it owns of one of its boxes and a giant,
//! * the giants are joined with each other once, without a tile. A tile without boxes then has
//!   nothing to do.
//!
//! ```
//! use broadleaf::tiling::Tiling;
//! use broadleaf::{Aabb, PairFinder, self_pairs};
//!
//! let mut boxes: Vec<_> = (0..400)
//!     .map(|i| [i % 20, i / 20])
//!     .map(|[x, y]| Aabb::new([3 * x, 3 * y], [3 * x + 3, 3 * y + 2]))
//!     .collect();
//! boxes.push(Aabb::new([-9, -9], [99, 99])); // around all others
//!
//! let tiling = Tiling::from_sample(&boxes, 16).with_giant_limit(4);
//! let (mut tiles, mut giants) = (vec![Vec::new(); tiling.len()], Vec::new());
//! for aabb in &boxes {
//!     match tiling.tiles_of(aabb) {
//!         Some(touched) => touched.for_each(|tile| tiles[tile as usize].push(*aabb)),
//!         None => giants.push(*aabb),
//!     }
//! }
//! let mut finder = PairFinder::new();
//! let mut pairs = finder.within(&giants)?.count_pairs();
//! for (number, own) in (0..).zip(&tiles) {
//!     let mut count = |a, b| pairs += u64::from(tiling.owns(number, a, b));
//!     finder.within(own)?.for_each_pair(|a, b| count(&own[a.index()], &own[b.index()]));
//!     finder.between(own, &giants)?.for_each_pair(|a, b| count(&own[a.index()], &giants[b.index()]));
//! }
//! assert_eq!(pairs, self_pairs(&boxes)?.len() as u64);
//! # Ok::<(), broadleaf::TooManyBoxes>(())
//! ```
//!
//! **Sources**: the reference point of Dittrich and Seeger 2000; classes after the two-layer
//! partitioning of Tsitsigiannis, Lampropoulos and Mamoulis 2021.

mod build;
mod bytes;
mod invalid;
mod share;
#[cfg(test)]
mod tests;
mod tile;
mod tiles_of;
#[expect(
    clippy::module_inception,
    reason = "the folder is named after its main type"
)]
mod tiling;
mod tuning;

pub use self::invalid::InvalidTiling;
pub(crate) use self::share::BoxesByTile;
pub use self::tile::Tile;
pub(crate) use self::tile::class;
pub use self::tiles_of::TilesOf;
#[cfg(feature = "serde")]
pub(crate) use self::tiling::TileCut;
pub use self::tiling::Tiling;
pub(crate) use self::tuning::MAX_CUT_AXES;
