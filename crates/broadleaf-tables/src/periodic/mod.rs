//! Periodic axes: the pairs of boxes or points within a distance, in a cell that repeats.
//!
//! An axis with a period repeats: a box at `x` is also at `x + period`, `x - period` and so on,
//! which are its images. A pair is a box and an image of a box whose distance is at most a cut-off,
//! and it comes with its shift: the number of periods by which the second box moves on each axis.
//! This is the neighbour list of simulations, for orthorhombic cells.
//!
//! All images within the cut-off are pairs, however long the cut-off is: where it exceeds half a
//! period, two boxes may form several pairs, and a box may be near its own images. Up to half a
//! period, the image of a pair is the nearest one (the minimum image convention).
//!
//! Boxes are moved into the cell, images within the cut-off of the cell are appended, and
//! [`PairFinder`](broadleaf::PairFinder) finds the pairs of boxes that are enlarged by half the
//! cut-off. The distance of each of these is computed from the caller's numbers.

mod error;
mod images;
mod order;
mod pair;
mod pairs;
mod reach;
#[cfg(test)]
mod tests;
mod within;

pub use error::{InvalidPeriodic, Row};
pub use order::sort_pairs;
pub use pair::PeriodicPair;
pub use pairs::{
    cross_pairs, neighbours, self_pairs, try_for_each_cross_pair, try_for_each_self_pair,
};
pub use within::Within;
