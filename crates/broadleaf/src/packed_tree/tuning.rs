//! The tuning constants of this room. `cargo xtask tuning` checks these comments.
//!
//! None of them changes a result, and only [`Order`](super::Order) changes the bytes of a tree.

use crate::executor::Cost;

/// To compute or count the center of a box in a build, on one thread.
pub(super) const COST_OF_BOX: Cost = Cost::nanoseconds(4);

/// To write a node with its sixteen boxes.
pub(super) const COST_OF_NODE: Cost = Cost::nanoseconds(64);

/// To find the pairs of a leaf node in another tree or in the tree itself.
pub(super) const COST_OF_LEAF_NODE: Cost = Cost::nanoseconds(256);

/// While the leaf nodes are written, a box is loaded this number of boxes before it is needed.
///
/// Smaller: the processor waits for boxes scattered in memory. Larger: boxes are evicted from the
/// nearest cache before they are needed.
///
/// Plateau: 8 to 32, within 4 %; without it, builds take 1.04 to 1.1 times as long (uniform 3D,
/// surfaces and polylines, 50,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BOXES_AHEAD: usize = 16;

/// The most bins in which the boxes between two cuts are counted.
///
/// Smaller: more boxes lie in a bin that a cut falls into, and need selection. Larger: the counts
/// leave the nearest cache.
///
/// Plateau: 1,024; 128 takes 1.0 to 1.07 times as long, one bin for every four boxes the same time,
/// and one for every sixteen 1.06 to 1.2 times (uniform 3D, surfaces and polylines, 50,000 boxes,
/// one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const MAX_BINS: usize = 1 << 10;

/// The nodes that are compared before the nodes below them, so that the processor loads all of them
/// at the same time. At most 4, whose lanes fill 64 bits.
///
/// Smaller: the processor waits for each node alone. Larger: nodes are loaded before they are
/// needed.
///
/// Plateau: 2 to 4, within 6 %; 1 takes 1.0 to 1.2 times as long (uniform 3D, surfaces, polylines,
/// clusters and footprints, 100,000 boxes, windows of 1 to 1,000 hits; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const BATCH: usize = 4;

/// Only in a node with at least this number of touched children, the search tests which of them lie
/// wholly inside the window; their boxes are found without a test.
///
/// Smaller: nodes are tested in vain. Larger: large windows test boxes that they contain.
///
/// Plateau: not measured between; testing every node takes 1.0 to 1.1 times as long for few hits,
/// and testing none 1.0 to 1.37 times for 1,000 hits (as [`BATCH`], 2026-11-28).
pub(super) const MIN_CONTAINED: u32 = 6;

/// An index with fewer than one box for this number of boxes of another is joined by a query for
/// each of its boxes. Otherwise both are packed and their nodes joined.
///
/// Smaller: many queries, each from the root. Larger: the few boxes are sorted without gain.
///
/// Plateau: about 8; 1 takes 1.14 to 1.22 times as long with a quarter of the boxes, and 32 takes
/// 1.06 to 1.27 times with a sixteenth (uniform 3D and polylines, 50,000 boxes, one thread; Xeon, 2
/// shared processors, 2026-11-28).
pub(super) const BOXES_PER_QUERY: usize = 8;
