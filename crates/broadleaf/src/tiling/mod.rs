//! Space cut into tiles, in each of which boxes are less crowded.
//!
//! ```text
//!   +-------+---------------+     Every cut divides a part of space in two, at a quantile of where a
//!   |       |          ##   |     sample of its boxes begins: where the two parts together are least
//!   |   A   |    B     ##   |     crowded and few boxes lie on both sides. Tiles are half-open, and
//!   |      #####            |     those at the edge are infinite. A box belongs to every tile that
//!   +------#####-----+------+     it touches.
//!   |       |        |      |
//!   |       |   C    |  D   |
//!   +-------+--------+------+
//! ```
//!
//! A pair is *owned* by the tile that contains the greater of the two lower ends on every axis.
//! That point is in both boxes, and in one tile only. On the axes where a box begins before the
//! tile, its bit is set in the [`class`](Tiling::class) of the box, so a tile owns a pair that it
//! has exactly if no bit is set in both classes.
//!
//! **Sources**: the reference point of Dittrich and Seeger 2000; classes after the two-layer
//! partitioning of Tsitsigiannis, Lampropoulos and Mamoulis 2021.

mod build;
mod share;
#[cfg(test)]
mod tests;
#[expect(
    clippy::module_inception,
    reason = "the folder is named after its main type"
)]
mod tiling;

pub(crate) use self::share::Share;
pub(crate) use self::tiling::{MAX_CUT_AXES, Tiling};
