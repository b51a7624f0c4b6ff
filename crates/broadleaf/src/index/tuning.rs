//! The numbers of this room. `cargo xtask tuning` checks these comments.

#[cfg(feature = "rayon")]
use crate::executor::Cost;

/// A box that is put into a structure, or whose pairs are found: so few boxes that threads are not
/// worth it are left to one, whatever the structure.
#[cfg(feature = "rayon")]
pub(in crate::index) const COST_OF_BOX: Cost = Cost::nanoseconds(32);

/// The number of questions of a batch that are answered together, and of boxes of one index that
/// are joined with another index together.
///
/// Smaller: fewer of them share the nodes that they visit. Larger: answers leave the cache before
/// they are sorted, more pairs are kept before the first is visited, and threads wait for the last
/// piece.
///
/// Plateau: 512 to 2,048 (batches and joins of trees, uniform and surface 3D, 60,000 boxes, one
/// thread, within 5 %; EPYC, 2 shared processors, 2026-11-28).
pub(in crate::index) const TOGETHER: usize = 1_024;

/// Fewer questions of a batch are answered in their own order and one by one, and so few boxes of
/// another index are searched one by one: not sorted along a curve, and not joined.
///
/// Smaller: a few questions wait for a sort and for a structure of their own. Larger: many
/// questions visit the same nodes again and again.
///
/// Plateau: not measured between; four windows, sorted and joined, take 10 to 14 times as long, and
/// 64 windows 1.3 to 2.7 times (structures of 10 to 300 boxes, uniform 2D and 3D; Xeon, 2 shared
/// processors, 2026-11-28).
pub(in crate::index) const MIN_JOINED: usize = 128;

/// A list that is more than this number of times shorter than another one is compared with it by a
/// question for each of its boxes, and not by a join, which reads every box of both.
///
/// Smaller: joins that would be faster are not made. Larger: few boxes cost a look at all others;
/// 40 boxes near 30,000, joined, take 23 to 50 times as long.
///
/// Plateau: not measured; chosen as the time of a question in that of a joined box.
pub(in crate::index) const TIMES_SHORTER: usize = 8;

/// The number of boxes that ask for the closest pair before the join: enough for a distance that
/// few pairs are within.
///
/// Smaller: the join has more candidates; with 0 it takes 2.5 to 7 times as long. Larger: boxes ask
/// that the join would have answered.
///
/// Plateau: 32 to 128 (closest of 30,000 points, uniform and point-cloud 3D, within 5 %, and 512
/// within 16 %; EPYC, 2 shared processors, 2026-11-28).
pub(in crate::index) const ASKED_FIRST: usize = 128;

/// A join for the closest pair, or for boxes with a neighbor, is given up after this number of
/// candidates for each box.
///
/// Smaller: joins are given up that would have been faster than questions. Larger: of two crowds
/// far from each other, of which many pairs are nearly as close as the closest, and of boxes in one
/// crowd, where a question finds a neighbor at once, more pairs are looked at in vain.
///
/// Plateau: 2 to 32 (closest of 30,000 points, uniform and point-cloud 3D, within 5 %; EPYC, 2
/// shared processors, 2026-11-28).
pub(in crate::index) const CANDIDATES_PER_BOX: usize = 16;

/// The number of hits that the first search of an iterator finds.
///
/// Smaller: a caller who takes a few hits pays for a second search. Larger: one who takes the first
/// pays for hits that nobody wants.
///
/// Plateau: 8; the first hit takes 0.45 to 0.7 of the time with 4 and 1.6 to 2.4 times as long with
/// 16; 10 and 20 hits on average 1.08 and 0.85 times as long (`PackedTree` and `DynamicTree`,
/// polylines and surface 3D, 20,000 boxes; Xeon, 2 shared processors, 2026-11-28).
pub(in crate::index) const FIRST_ROUND: usize = 8;

/// How many times as many hits each next search of an iterator finds.
///
/// Smaller: more searches before the last. Larger: the last one finds more hits that nobody wants.
///
/// Plateau: 2 to 4, within 6 % (means of 1 to 1,000 hits); with 8 they take 1.24 times as long, and
/// 100 hits 3.5 times, since the last search may find eight times as many hits as are wanted. 500
/// hits take 1.1 to 1.3 times as long as from one queue of nodes, 200 hits 2.7 to 2.9 times (as
/// [`FIRST_ROUND`], 2026-11-28).
pub(in crate::index) const ROUND_GROWTH: usize = 4;
