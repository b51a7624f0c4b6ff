//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

#[cfg(feature = "rayon")]
use crate::executor::Cost;

/// To put a box into a structure, or to find its pairs. Whatever the structure, threads are not
/// used for boxes too few to be worth it.
#[cfg(feature = "rayon")]
pub(in crate::index) const COST_OF_BOX: Cost = Cost::nanoseconds(32);

/// The queries of a batch that are answered together, and the boxes of one index that are joined
/// with another index together.
///
/// Smaller: fewer of them share the nodes that they visit. Larger: results leave the cache before
/// they are sorted, more pairs are stored before the first is visited, and threads wait for the
/// last piece.
///
/// Plateau: 512 to 2,048 (batches and joins of trees, uniform and surface 3D, 60,000 boxes, one
/// thread, within 5 %; EPYC, 2 shared processors, 2026-11-28).
pub(in crate::index) const TOGETHER: usize = 1_024;

/// A batch with fewer queries is answered in the given order and one by one, and fewer boxes of
/// another index are searched one by one: they are not sorted along a curve, and not joined.
///
/// Smaller: a few queries wait for a sort and for a structure built for them. Larger: many queries
/// visit the same nodes repeatedly.
///
/// Plateau: not measured between; four windows, sorted and joined, take 10 to 14 times as long, and
/// 64 windows 1.3 to 2.7 times (structures of 10 to 300 boxes, uniform 2D and 3D; Xeon, 2 shared
/// processors, 2026-11-28).
pub(in crate::index) const MIN_JOINED: usize = 128;

/// A list that is more than this number of times shorter than another one is compared with it by a
/// query for each of its boxes instead of a join, which reads every box of both.
///
/// Smaller: joins that would be faster are not made. Larger: for few boxes, all others are read; 40
/// boxes near 30,000, joined, take 23 to 50 times as long.
///
/// Plateau: not measured; chosen as the time of a query divided by that of a joined box.
pub(in crate::index) const TIMES_SHORTER: usize = 8;

/// The boxes that are searched for the closest pair before the join: enough to find a distance that
/// few pairs are within.
///
/// Smaller: the join has more candidates; with 0 it takes 2.5 to 7 times as long. Larger: queries
/// for boxes that the join would cover.
///
/// Plateau: 32 to 128 (closest of 30,000 points, uniform and point-cloud 3D, within 5 %, and 512
/// within 16 %; EPYC, 2 shared processors, 2026-11-28).
pub(in crate::index) const ASKED_FIRST: usize = 128;

/// A join for the closest pair, or for boxes with a neighbor, is given up after this number of
/// candidates for each box.
///
/// Smaller: joins are given up that would have been faster than queries. Larger: more pairs are
/// compared in vain, for two crowds far from each other, where many pairs are nearly as close as
/// the closest, and for boxes in one crowd, where a query finds a neighbor at once.
///
/// Plateau: 2 to 32 (closest of 30,000 points, uniform and point-cloud 3D, within 5 %; EPYC, 2
/// shared processors, 2026-11-28).
pub(in crate::index) const CANDIDATES_PER_BOX: usize = 16;

/// The number of hits that the first search of an iterator finds.
///
/// Smaller: a caller who takes a few hits pays for a second search. Larger: a caller who takes only
/// the first pays for unwanted hits.
///
/// Plateau: 8; the first hit takes 30 to 55 % less time with 4 and 1.6 to 2.4 times as long with
/// 16; 10 and 20 hits on average 1.08 and 0.85 times as long (`PackedTree` and `DynamicTree`,
/// polylines and surface 3D, 20,000 boxes; Xeon, 2 shared processors, 2026-11-28).
pub(in crate::index) const FIRST_ROUND: usize = 8;

/// The factor by which each next search of an iterator finds more hits.
///
/// Smaller: more searches before the last. Larger: the last one finds more unwanted hits.
///
/// Plateau: 2 to 4, within 6 % (means of 1 to 1,000 hits); with 8 they take 1.24 times as long, and
/// 100 hits 3.5 times, since the last search may find eight times the wanted hits. 500 hits take
/// 1.1 to 1.3 times as long as from one queue of nodes, 200 hits 2.7 to 2.9 times (as
/// [`FIRST_ROUND`], 2026-11-28).
pub(in crate::index) const ROUND_GROWTH: usize = 4;
