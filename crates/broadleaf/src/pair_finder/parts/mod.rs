//! Boxes that are swept in parts: crowds, rods and groups.
//!
//! A grid has one width. On crowds that are far apart, rods along several axes, or separate scenes
//! in the same space, a sweep would compare every box with thousands. Such boxes are divided, and
//! each part gets its own grid.
//!
//! [`Parts`] is a list of indices and the range of each part in it. There are three ways to fill
//! it:
//!
//! * [`tiles`](tiles::by_tile): space is cut where boxes are crowded. A box is in every tile that
//!   it touches; the classes of two boxes decide which tile owns their pair (`sweep/refine.rs`).
//! * [`shapes`](shapes::by_shape): no cut separates long rods, but rods along one axis are apart on
//!   another. The rods along each set of axes are swept among themselves and with each other set.
//! * [`groups`](groups::by_group): the caller's groups, with small ones in a common part.

mod groups;
mod part;
mod part_sweeper;
mod shapes;
mod tiles;

#[cfg(feature = "rayon")]
pub(super) use self::part::Parts;
pub(super) use self::part_sweeper::PartSweeper;
