//! Intervals on a line, also by key: pairs, counts, neighbours, clusters, and what they cover.
//!
//! All functions sort both lists once, by key and start, and answer in the order of rows.

mod active;
mod clusters;
mod coordinate;
mod count;
mod cover;
mod list;
mod nearest;
mod overlaps;
mod radix;
mod rule;
mod sorted;
mod sweep;
#[cfg(test)]
mod tests;
mod union;

pub use clusters::{Clusters, clusters};
pub use coordinate::Coordinate;
pub use cover::{Parts, coverage, subtract};
pub use list::{Intervals, InvalidIntervals};
pub use nearest::{Neighbor, nearest_after, nearest_before};
pub use overlaps::Overlaps;
pub use rule::Rule;
