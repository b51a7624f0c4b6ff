//! Intervals on a line: pairs, counts, neighbours, clusters, and what they cover.

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
pub use cover::{Parts, coverage, gaps, subtract};
pub use list::{Intervals, InvalidIntervals};
pub use nearest::{Neighbor, nearest_after, nearest_before};
pub use overlaps::Overlaps;
pub use rule::Rule;
