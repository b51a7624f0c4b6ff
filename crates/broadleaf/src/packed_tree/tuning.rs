//! The numbers of this room. `cargo xtask tuning` checks these comments.
//!
//! None of them changes an answer, and none but [`Order`](super::Order) the bytes of a tree.

use crate::executor::Cost;

/// A box of a build whose center is computed or counted, on one thread.
pub(super) const COST_OF_BOX: Cost = Cost::nanoseconds(4);

/// A node that is written, with its sixteen boxes.
pub(super) const COST_OF_NODE: Cost = Cost::nanoseconds(64);

/// A leaf node whose pairs are found in another tree, or in the tree itself.
pub(super) const COST_OF_LEAF_NODE: Cost = Cost::nanoseconds(256);

/// How many boxes before it is needed a box is loaded, while the leaf nodes are written.
///
/// Smaller: the processor waits for boxes that lie anywhere in memory. Larger: they leave the
/// nearest cache before they are needed.
///
/// Plateau: 8 to 32, within 4 %; without it, builds take 1.04 to 1.1 times as long (uniform 3D,
/// surfaces and polylines, 50,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BOXES_AHEAD: usize = 16;

/// The most bins in which the boxes between two cuts are counted.
///
/// Smaller: more boxes lie in a bin that a cut falls into, and have to be selected among. Larger:
/// the counts leave the nearest cache.
///
/// Plateau: 1,024; 128 takes 1.0 to 1.07 times as long, and one bin for every four boxes the same
/// time, for every sixteen 1.06 to 1.2 times (uniform 3D, surfaces and polylines, 50,000 boxes, one
/// thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const MAX_BINS: usize = 1 << 10;

/// The number of nodes that are compared before those below them: the processor loads all of them
/// at the same time. At most 4, whose lanes fill 64 bits.
///
/// Smaller: each node is waited for alone. Larger: nodes that are not needed yet are loaded first.
///
/// Plateau: 2 to 4, within 6 %; 1 takes 1.0 to 1.2 times as long (uniform 3D, surfaces, polylines,
/// clusters and footprints, 100,000 boxes, windows of 1 to 1,000 hits; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const BATCH: usize = 4;

/// A node with at least this number of touched children may have some that lie wholly inside the
/// window, whose boxes are then found without a test.
///
/// Smaller: nodes are asked in vain. Larger: large windows test boxes that they contain.
///
/// Plateau: not measured between; 1 takes 1.0 to 1.1 times as long for few hits, and never 1.0 to
/// 1.37 times for 1,000 hits (as [`BATCH`], 2026-11-28).
pub(super) const MIN_CONTAINED: u32 = 6;

/// An index with fewer than one box for this number of boxes of another is joined by a query for
/// each of its boxes. Otherwise both are packed and their nodes joined.
///
/// Smaller: many queries, each from the root. Larger: the few boxes are sorted for nothing.
///
/// Plateau: about 8; 1 takes 1.14 to 1.22 times as long with a quarter of the boxes, and 32 takes
/// 1.06 to 1.27 times with a sixteenth (uniform 3D and polylines, 50,000 boxes, one thread; Xeon, 2
/// shared processors, 2026-11-28).
pub(super) const BOXES_PER_QUERY: usize = 8;
