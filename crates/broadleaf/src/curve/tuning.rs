//! The numbers of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// To compute the key of a box, or to add a box to an extent.
pub(super) const COST_OF_A_KEY: Cost = Cost::nanoseconds(4);

/// Boxes larger than this number of mean sizes are sorted behind the usual ones.
///
/// Smaller: neighbours in space are far apart in the list because one is a little larger. Larger:
/// boxes that overlap many neighbours are scattered among the small ones, and every node has one.
///
/// Plateau: not measured; chosen as twice the length in each of two directions.
pub(super) const LARGE: f64 = 4.0;

/// Boxes larger than this number of mean sizes are sorted behind the large ones.
///
/// Smaller: fewer large boxes share nodes. Larger: a few huge boxes share nodes with large ones.
///
/// Plateau: not measured; chosen as eight times [`LARGE`].
pub(super) const HUGE: f64 = 32.0;

/// Fewer items than this are sorted by comparisons, not by digits of their keys.
///
/// Smaller: digit counts are cleared and summed for a few items. Larger: sorts take O(n log n)
/// where O(n) is faster.
///
/// Plateau: not measured above 300; sorting by digits, a build of a `DynamicTree` takes 2.7 times
/// as long for 10 boxes, 1.2 times for 100, and as long for 300 (uniform 2D and 3D, one thread;
/// Xeon, 2 shared processors, 2026-11-28).
pub(super) const MIN_RADIX_LEN: usize = 512;

/// The number of keys that are computed together.
///
/// Smaller: loops are too short for vectors. Larger: more memory is cleared for a few boxes.
///
/// Plateau: not measured between 128 and 4,096; with 4,096, which are 16 KiB, a build of ten boxes
/// is 30 % slower (uniform 2D and 3D; Xeon, 2 shared processors, 2026-11-28).
pub(super) const KEYS: usize = 128;
