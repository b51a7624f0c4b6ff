//! The numbers of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// What it costs to find the key of a box, or to add it to an extent.
pub(super) const COST_OF_A_KEY: Cost = Cost::nanoseconds(4);

/// Boxes of more than this number of mean sizes are sorted behind the usual ones.
///
/// Smaller: neighbours in space are far apart in the list because one is a little larger. Larger:
/// boxes that overlap much of what is around them lie among the small ones, and every node has one.
///
/// Plateau: not measured; chosen as twice the length in each of two directions.
pub(super) const LARGE: f64 = 4.0;

/// Boxes of more than this number of mean sizes are sorted behind the large ones.
///
/// Smaller: fewer large boxes share nodes. Larger: a few huge ones are in the nodes of the large.
///
/// Plateau: not measured; chosen as eight times [`LARGE`].
pub(super) const HUGE: f64 = 32.0;

/// Fewer items are sorted by comparisons, and not by digits of their keys.
///
/// Smaller: counts of digits are cleared and summed up for a few items. Larger: O(n log n) where
/// O(n) is less.
///
/// Plateau: not measured between; by digits, builds of a `DynamicTree` of 10 boxes take 2.7 times
/// as long, of 100 boxes 1.2 times, of 300 as long (uniform 2D and 3D, one thread; Xeon, 2 shared
/// processors, 2026-11-28).
pub(super) const MIN_RADIX_LEN: usize = 512;

/// The keys that are found together.
///
/// Smaller: loops are too short for vectors. Larger: more memory is cleared for a few boxes.
///
/// Plateau: not measured between; with 4,096, which are 16 KiB, a build of ten boxes takes 1.3
/// times as long (uniform 2D and 3D; Xeon, 2 shared processors, 2026-11-28).
pub(super) const KEYS: usize = 128;
