//! The tuning constants of this room. `cargo xtask tuning` checks these comments. None of them
//! changes a result.

use crate::executor::Cost;

/// To put a leaf into the tree during a build, on one thread.
pub(super) const COST_OF_LEAF: Cost = Cost::nanoseconds(16);

/// To recompute a pair of siblings in a refit.
pub(super) const COST_OF_REFIT: Cost = Cost::nanoseconds(8);

/// To find the overlapping pairs below a pair of siblings.
pub(super) const COST_OF_SIBLINGS: Cost = Cost::nanoseconds(16);

/// If more than one in this number of boxes comes or moves in one call, new leaves wait for a build
/// of the whole tree.
///
/// Smaller: many inserts one by one. Larger: builds of the whole tree for a few boxes.
///
/// Plateau: not measured; an insert takes about eight times as long as a leaf of a build.
pub(super) const BOXES_PER_BUILD: usize = 8;

/// If more than one in this number of boxes moves in one call, each gets its new box in place, and
/// the tree is refitted.
///
/// Smaller: many boxes are moved one by one, which costs more than a pass over the tree. Larger: a
/// few boxes that jump cause a build.
///
/// Plateau: 24 for boxes that stay near, whose moves take 2.4 to 3.2 times as long with 8; where
/// one box in 20 jumps anywhere, 8 takes 35 % less time (uniform 3D and polylines, 50,000 boxes,
/// one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BOXES_PER_REFIT: usize = 24;

/// Up to this number of boxes with one key are left unsorted; more are sorted along a finer curve.
///
/// Smaller: many short sorts. Larger: subtrees of boxes in no order.
///
/// Plateau: 8 and more, within 7 % to 32; 1 takes 2.4 times as long on surfaces (builds of
/// surfaces, polylines and footprints, 50,000 boxes, one thread; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const MAX_LUMP: usize = 8;

/// The most leaves of a branch that a build loads together, before the nodes above them.
///
/// Smaller: the processor waits for leaves scattered in memory. Larger: leaves are evicted from the
/// nearest cache before they are needed.
///
/// Plateau: 16 to 64, within 7 %; without it, builds take 0.95 to 1.1 times as long (surfaces,
/// polylines and footprints, 50,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const LOADED_TOGETHER: usize = 32;

/// The excess cost of all refits after a build, as a share of the tree's cost, at which the tree is
/// rebuilt. See `update/decay.rs`.
///
/// Smaller: builds for little gain. Larger: queries in a degraded tree.
///
/// Plateau: 0.1 to 0.4, within the noise; measured as 0.2 to 0.8 of the area (all boxes move, with
/// pairs and windows; uniform 3D and polylines, 50,000 boxes; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const TOLERANCE: f64 = 0.2;

/// The refits of all boxes after which the tree is rebuilt in any case: where boxes shrink or come
/// closer together, the cost does not show how much the tree has degraded.
///
/// Smaller: needless builds. Larger: a tree that only seems good is kept.
///
/// Plateau: 16 to 64, within the noise (as [`TOLERANCE`], 2026-11-28).
pub(super) const MAX_REFITS: f64 = 64.0;

/// The most leaves of a subtree that is rebuilt around one stale box. Joining costs their number
/// squared.
///
/// Smaller: less is repaired. Larger: a repair costs more.
///
/// Plateau: not measured; chosen so that a repair costs about as much as an insert, as
/// `optimize_some` promises.
pub(super) const MAX_CHUNK: u32 = 16;

/// `optimize` rebuilds the whole tree if more than one in this number of boxes is stale.
///
/// Smaller: a build for a few boxes. Larger: more repairs of small subtrees than a build would
/// cost.
///
/// Plateau: not measured; a repair costs about as much as an insert, and the build of all boxes as
/// much as inserting a tenth to a quarter of them.
pub(super) const BOXES_PER_STALE: usize = 4;

/// The ancestors that are loaded before a leaf is removed: parent links lie close together and
/// arrive sooner than the nodes.
///
/// Smaller: the processor waits for one node after another. Larger: it loads ancestors that a
/// removal does not reach.
///
/// Plateau: 4 to 8, within 3 %; without it, removals take 1.1 to 1.16 times as long (uniform 3D and
/// surfaces, 50,000 boxes; Xeon, 2 shared processors, 2026-11-28).
pub(super) const ANCESTORS_LOADED: usize = 8;

/// The pairs of nodes that a search for pairs tests together, after it has prefetched them.
///
/// Smaller: the processor waits for each. Larger: more memory for what a batch finds.
///
/// Plateau: 16; 8 takes 1.12 to 1.33 times as long (uniform 3D, surfaces, polylines, clusters,
/// footprints and cloth, 100,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BATCH: usize = 16;

/// The nodes below a batch are joined by recursion if at most this number of its tests find no
/// overlap. See `pairs/recursion.rs`.
///
/// Smaller: fewer dense regions are joined by recursion. Larger: recursion where the processor does
/// not predict its branches.
///
/// Plateau: 4; 8 costs clusters a tenth, 40 a quarter, and no recursion costs lattices of touching
/// boxes a half and no family of real boxes anything (100,000 boxes; Zen 5, and Xeon, 2 shared
/// processors, 2026-11-28).
pub(super) const MAX_MISSES: usize = 4;

/// Pairs of trees with fewer pairs of siblings than this are found by recursion, with one branch
/// per overlap.
///
/// Smaller: batches of small trees, whose nodes are in the nearest caches, are stored and read
/// again. Larger: the processor waits for nodes and mispredicts branches.
///
/// Plateau: not measured between 32 and 100; repeated on one tree of 30 boxes, batches take 3 times
/// as long; on 64 trees of 100 boxes in turn, whose branches no processor predicts, recursion takes
/// 1.6 times as long (uniform 3D, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const MIN_BATCHED: usize = 1 << 6;

/// The boxes for which an empty tree reserves memory when the first one is inserted.
///
/// Smaller: the lists of a small tree grow repeatedly. Larger: a tree of one box takes more memory.
///
/// Plateau: not measured between 0 and 16; without it, ten inserts into an empty tree take 1.2
/// times as long (uniform 2D and 3D; Xeon, 2 shared processors, 2026-11-28).
pub(super) const FIRST_BOXES: usize = 16;
