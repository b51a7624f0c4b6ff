//! Intervals on a line: pairs, counts, neighbours, clusters, and what they cover.

mod active;
mod coordinate;
mod count;
mod list;
mod overlaps;
mod radix;
mod rule;
mod sorted;
mod sweep;
#[cfg(test)]
mod tests;

pub use coordinate::Coordinate;
pub use list::{Intervals, InvalidIntervals};
pub use overlaps::Overlaps;
pub use rule::Rule;
