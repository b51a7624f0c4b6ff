//! The numbers of this room. `cargo xtask tuning` checks these comments. None of them
//! changes an answer.

use crate::executor::Cost;

/// A leaf that a build puts into the tree, on one thread.
pub(super) const COST_OF_LEAF: Cost = Cost::nanoseconds(16);

/// A pair of siblings that a refit recomputes.
pub(super) const COST_OF_REFIT: Cost = Cost::nanoseconds(8);

/// A pair of siblings below which overlapping pairs are found.
pub(super) const COST_OF_SIBLINGS: Cost = Cost::nanoseconds(16);

/// If more than one in this number of boxes comes or moves in one call, new leaves wait for a build
/// of the whole tree.
///
/// Smaller: many inserts one by one. Larger: builds of the whole tree for a few boxes.
///
/// Plateau: not measured; an insert takes about eight times as long as a leaf of a build.
pub(super) const BOXES_PER_BUILD: usize = 8;

/// If more than one in this number of boxes moves in one call, each gets its new box where it is,
/// and the tree is refitted.
///
/// Smaller: many boxes are moved one by one, which costs more than a pass over the tree. Larger: a
/// few boxes that jump cause a build.
///
/// Plateau: 24 for boxes that stay near, whose moves take 2.4 to 3.2 times as long with 8; where
/// one box in 20 jumps anywhere, 8 takes 0.65 of the time (uniform 3D and polylines, 50,000 boxes,
/// one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BOXES_PER_REFIT: usize = 24;

/// Up to this number of boxes with one key are not sorted along a finer curve.
///
/// Smaller: many short sorts. Larger: subtrees of boxes in no order.
///
/// Plateau: 8 and more, within 7 % to 32; 1 takes 2.4 times as long on surfaces (builds of
/// surfaces, polylines and footprints, 50,000 boxes, one thread; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const MAX_LUMP: usize = 8;

/// The most leaves of a branch that a build loads together, before the nodes above them.
///
/// Smaller: the processor waits for leaves that lie anywhere in memory. Larger: they leave the
/// nearest cache before they are needed.
///
/// Plateau: 16 to 64, within 7 %; without it, builds take 0.95 to 1.1 times as long (surfaces,
/// polylines and footprints, 50,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const LOADED_TOGETHER: usize = 32;

/// The excess cost of all refits since the last build, as a share of the tree's cost, at which the
/// tree is built anew. See `update/decay.rs`.
///
/// Smaller: builds for little. Larger: queries in a bad tree.
///
/// Plateau: 0.1 to 0.4, within the noise; measured as 0.2 to 0.8 of the area (all boxes move, with
/// pairs and windows; uniform 3D and polylines, 50,000 boxes; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const TOLERANCE: f64 = 0.2;

/// The refits of all boxes after which the tree is built anew in any case: where boxes shrink or
/// come closer together, the cost does not show how bad the tree is.
///
/// Smaller: builds for nothing. Larger: a tree that only looks good is kept.
///
/// Plateau: 16 to 64, within the noise (as [`TOLERANCE`], 2026-11-28).
pub(super) const MAX_REFITS: f64 = 64.0;

/// The most leaves of a subtree that is rebuilt around one stale box. To join them costs their
/// number squared.
///
/// Smaller: less is repaired. Larger: a repair costs more.
///
/// Plateau: not measured; chosen as a subtree whose repair costs about as much as an insert, which
/// is what `optimize_some` promises.
pub(super) const MAX_CHUNK: u32 = 16;

/// `optimize` rebuilds the whole tree if more than one in this number of boxes is stale.
///
/// Smaller: a build for few boxes. Larger: more repairs of small subtrees than a build would cost.
///
/// Plateau: not measured; a repair costs about as much as an insert, and the build of all boxes as
/// much as the inserts of a tenth to a quarter.
pub(super) const BOXES_PER_STALE: usize = 4;

/// The number of ancestors that are loaded before a leaf is removed: parent links lie close
/// together and are there sooner than the nodes.
///
/// Smaller: the processor waits for one node after the other. Larger: ancestors that a removal does
/// not reach.
///
/// Plateau: 4 to 8, within 3 %; without it, removals take 1.1 to 1.16 times as long (uniform 3D and
/// surfaces, 50,000 boxes; Xeon, 2 shared processors, 2026-11-28).
pub(super) const ANCESTORS_LOADED: usize = 8;

/// The pairs of nodes that a search for pairs tests together, after it has asked for their memory.
///
/// Smaller: the processor waits for each. Larger: more memory for what a batch finds.
///
/// Plateau: 16; 8 takes 1.12 to 1.33 times as long (uniform 3D, surfaces, polylines, clusters,
/// footprints and cloth, 100,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const BATCH: usize = 16;

/// Of the tests of a batch, this number may fail where all others find an overlap, for the nodes
/// below to be joined by recursion. See `pairs/recursion.rs`.
///
/// Smaller: fewer dense places are joined by recursion. Larger: places where the processor does not
/// predict the branches of a recursion.
///
/// Plateau: 4; 8 costs clusters a tenth, 40 a quarter, and no recursion costs lattices of touching
/// boxes a half and no family of real boxes anything (100,000 boxes; Zen 5, and Xeon, 2 shared
/// processors, 2026-11-28).
pub(super) const MAX_MISSES: usize = 4;

/// The pairs of trees with fewer pairs of siblings are found by recursion, one branch per overlap.
///
/// Smaller: batches of small trees, whose nodes are in the nearest caches, are stored and read
/// again. Larger: the processor waits for nodes and for branches that it does not predict.
///
/// Plateau: not measured between 32 and 100; by batches, the pairs of 30 boxes of one tree again
/// and again take 3 times as long, and by recursion, those of 100 boxes of 64 trees in turn, whose
/// branches no processor predicts, 1.6 times (uniform 3D, one thread; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const MIN_BATCHED: usize = 1 << 6;

/// The boxes for which an empty tree reserves memory when the first one is inserted.
///
/// Smaller: the lists of a small tree grow again and again. Larger: a tree of one box takes more
/// memory.
///
/// Plateau: not measured between; without it, ten inserts into an empty tree take 1.2 times as long
/// (uniform 2D and 3D; Xeon, 2 shared processors, 2026-11-28).
pub(super) const FIRST_BOXES: usize = 16;
