//! Boxes that are swept in parts: crowds, rods and groups.
//!
//! One grid has one width. It does not suit crowds that are far apart, nor rods along several axes,
//! nor scenes that lie in the same place and do not meet: there a sweep compares every box with
//! thousands. So such boxes are divided, and each part gets a grid of its own.
//!
//! There is one kind of [`Parts`], which is a list of indices and where each part begins in it, and
//! three ways to fill it:
//!
//! * [`tiles`](tiles::by_tile): space is cut where boxes are crowded. A box is in every tile that
//!   it touches; classes decide which tile owns a pair (`sweep/refine.rs`).
//! * [`shapes`](shapes::by_shape): no cut leaves rods apart, but those along one axis are apart on
//!   another one. Each set of axes is swept with itself and with each other one.
//! * [`groups`](groups::by_group): the caller's groups, the small ones together.

mod groups;
mod part;
mod part_sweeper;
mod shapes;
mod tiles;

#[cfg(feature = "rayon")]
pub(super) use self::part::Parts;
pub(super) use self::part_sweeper::PartSweeper;
