//! The numbers of this room. `cargo xtask tuning` checks these comments.
//!
//! *Xeon, 2026-11-28* stands for an Intel Xeon with 2 shared processors and AVX-512, `f32`, one
//! thread. Figures are ratios of CPU time, measured in turns, medians of 16 rows: uniform 2D and
//! 3D, clustered 3D, surface 3D, polylines, footprints, pareto 3D and a point cloud, with 10,000
//! and 100,000 boxes each.

use crate::executor::Cost;

/// Up to this many boxes are compared by a double loop.
///
/// Smaller: preparing a search takes longer than the loop. Larger: a box is not compared with
/// sixteen others at the same time.
///
/// Plateau: 16 to 24 (the loop is 4 times as fast for 10 boxes and as fast for 16 if branches were
/// never seen; for 30, blocks are up to 25 % faster; 2D and 3D, Xeon, 2026-11-28).
pub(super) const FEWEST_BOXES: usize = 20;

/// Up to this many boxes are compared with each other, sixteen at a time, without a sweep.
///
/// Smaller: preparing a sweep takes longer than all comparisons. Larger: most comparisons are of
/// boxes that are far away.
///
/// Plateau: 128 to 160 with AVX-512 (128 boxes take 40 to 50 % as long as a sweep of 140; Xeon,
/// 2026-11-28). Narrower registers take two to four times as long for a comparison.
pub(super) const FEW_BOXES: usize = 128;

/// The size of the batches in which the visitor gets the pairs of few boxes.
///
/// Smaller: the visitor is called more often, through a pointer. Larger: a longer list is cleared
/// for few pairs.
///
/// Plateau: not measured; chosen as half a kilobyte.
pub(super) const FEW_PAIRS: usize = 64;

/// Up to this many boxes share one pencil.
///
/// Smaller: the sample is counted, and pencils with few boxes each are searched. Larger: blocks of
/// dense scenes have more candidates than narrower pencils would leave.
///
/// Plateau: 500 to 700 (relative to several pencils, 140 to 500 boxes take 0.64 to 0.96, 1,000 take
/// 0.86 to 1.02, piles 1.24; uniform, clustered, piles and surface, 2D and 3D; Xeon, 2026-11-28).
pub(super) const ONE_PENCIL: usize = 512;

/// One box in this many is sampled to choose the grid.
///
/// Smaller: the sample takes longer than it saves. Larger: the grids of small lists vary.
///
/// Plateau: 16 to 32 (32 is 3 % faster than 16, 8 is 4 % slower; Xeon, 2026-11-28).
pub(super) const SAMPLE_SHARE: usize = 32;

/// The most boxes that are sampled.
///
/// Smaller: the estimate of how many boxes share a pencil becomes noise. Larger: the sample slows
/// down small lists.
///
/// Plateau: 512 to 2,048, within 2 % (Xeon, 2026-11-28).
pub(super) const MAX_SAMPLE: usize = 1024;

/// How many other boxes the pencil of a box should have: pencils with fewer are widened.
///
/// Smaller: blocks are not full, and more pencils lie beside each. Larger: blocks are longer than
/// wide and have more candidates.
///
/// Plateau: 96 to 192, within 1 % (48 is up to 13 % slower in 3D; Xeon, 2026-11-28).
pub(super) const NEIGHBORS: f64 = 96.0;

/// All boxes share one pencil if a stretch of it as long as a box has at most this many others.
///
/// Smaller: small maps and ropes get pencils that they do not need. Larger: blocks of uniform
/// scenes have more candidates than narrower pencils would leave.
///
/// Plateau: 32 to 64, within 1 % except on 100,000 polylines (11 % slower with 64; 10,000
/// footprints and polylines are 31 % and 19 % slower with 16; Xeon, 2026-11-28).
pub(super) const FEW_NEIGHBORS: f64 = 32.0;

/// The most pencils for each box.
///
/// Smaller: pencils with few boxes are wider than their boxes. Larger: empty pencils are visited,
/// and the list of their starts leaves the cache.
///
/// Plateau: 0.125 to 0.25, within 1 % (0.5 is 18 % slower on a point cloud; Xeon, 2026-11-28).
pub(super) const PENCILS_PER_BOX: f64 = 0.25;

/// The factor by which pencils are widened until they are wide enough.
///
/// Smaller: more steps, each of which counts the sample. Larger: pencils are wider than necessary,
/// on average by half a step.
///
/// Plateau: not measured; a step of a quarter is less than the box widths of one scene differ.
pub(super) const WIDENING: f64 = 1.25;

/// The greatest length of a box in the finest level, relative to the 90th percentile of all boxes.
///
/// Smaller: more boxes are in coarser levels, which are searched for every run of blocks. Larger:
/// the pencils are wider.
///
/// Plateau: 1.5 to 2 (2 is 1 % faster than 1.5, on footprints 14 %, on polylines 9 %; 1.2 is 14 %
/// and 11 % slower there; Xeon, 2026-11-28).
pub(super) const USUAL_FACTOR: f64 = 2.0;

/// One box in this many at each end of an axis may be a stray, which the grid does not span.
///
/// Smaller: dense ends are mistaken for strays. Larger: fewer strays widen all pencils.
///
/// Plateau: 32 to 128, within 2 % (Xeon, 2026-11-28). If strays count, a point cloud of 10,000 is
/// 14 to 17 % slower.
pub(super) const STRAY_SHARE: usize = 64;

/// A stray lies at least this share of the length of the others away from them.
///
/// Smaller: the ends of uniform scenes are mistaken for strays. Larger: strays count.
///
/// Plateau: 1/32 to 1/8, within 1 % (Xeon, 2026-11-28).
pub(super) const STRAY_MARGIN: f64 = 1.0 / 16.0;

/// The number of positions along a pencil that the mean box covers.
///
/// Smaller: windows include boxes that begin before or behind the block. Larger: keys have more
/// bits, and the sort needs more passes.
///
/// Plateau: 4 to 16, within 1 % (Xeon, 2026-11-28).
pub(super) const PARTS_PER_BOX: f64 = 8.0;

/// How many times as long a box of the finest level may be if that level is a single pencil.
///
/// Smaller: long boxes go to the coarser level, and blocks are compared with two pencils. Larger:
/// windows begin earlier.
///
/// Plateau: not measured; 1 is 14 % slower on 10,000 footprints and 11 % on polylines (Xeon,
/// 2026-11-28).
pub(super) const LONGER_ALONE: u32 = 4;

/// The number of boxes whose keys are computed together, axis by axis.
///
/// Smaller: loops are too short for vectors. Larger: the chunk leaves the registers and, in three
/// dimensions of `f64`, crowds the first cache.
///
/// Plateau: not measured; one box at a time is 20 to 35 % slower (Zen 4, 2026-11-24).
pub(super) const CHUNK: usize = 64;

/// The number of blocks that share one search for larger boxes.
///
/// Smaller: coarser pencils are searched more often. Larger: more of the larger boxes near a run
/// are far from each of its blocks.
///
/// Plateau: 4 to 16, within 1 % (Xeon, 2026-11-28).
pub(super) const RUN_BLOCKS: usize = 8;

/// With fewer candidates beside its pencil, a block does not select.
///
/// Smaller: the bounds of the block cost more than the candidates that they drop. Larger: surfaces
/// compare boxes that are far away.
///
/// Plateau: 20 to 80, within 1 % (pareto 3D is 11 % slower with 80; Xeon, 2026-11-28).
pub(super) const MIN_SELECTED_AMONG: usize = 40;

/// The number of tested candidates that decide whether selecting pays.
///
/// Smaller: chance decides. Larger: it takes longer to notice that a surface became a crowd.
///
/// Plateau: 1,024 to 4,096, within 1 % (Xeon, 2026-11-28).
pub(super) const REMEMBERED: usize = 2048;

/// After this many blocks without it, selecting is tried again.
///
/// Smaller: trials cost time in crowds. Larger: surfaces behind a crowd are noticed late.
///
/// Plateau: 16 to 64, within 1 % (Xeon, 2026-11-28).
pub(super) const BLOCKS_UNTIL_TRIED: u32 = 32;

/// The most matches of a block that are collected before they become pairs.
///
/// Smaller: the inner loop is left more often. Larger: matches leave the first cache.
///
/// Plateau: not measured; chosen as 8 KiB, a quarter of the smallest first cache.
pub(super) const MAX_MATCHES: usize = 1024;

/// The size of the batches in which the visitor gets the pairs of a sweep.
///
/// Smaller: the visitor is called more often, through a pointer. Larger: pairs leave the first
/// cache before they are visited.
///
/// Plateau: not measured; chosen as 2 KiB. The documentation of `try_for_each_pair` quotes it.
pub(super) const MAX_PAIRS: usize = 256;

/// The number of blocks whose candidates are counted to estimate whether boxes are crowded.
///
/// Smaller: a crowd in a corner is overlooked. Larger: counting slows down lists of 10,000 boxes.
///
/// Plateau: 16 to 32, within 2 % (64 is 2 % slower; Xeon, 2026-11-28).
pub(super) const SAMPLED_BLOCKS: usize = 16;

/// At most one block in this many is swept in advance to estimate whether masks have few pairs to
/// test.
///
/// Smaller: the sample slows down short lists. Larger: more lists are too short for a sample.
///
/// Plateau: not measured; chosen so that the sample costs less than 2 %.
pub(super) const PAIR_SHARE: usize = 64;

/// Boxes are crowded if a block has this many candidates on average: they are cut into parts.
///
/// Smaller: surfaces and point clouds, which have up to 250, are cut. Larger: crowds are swept
/// whole.
///
/// Plateau: 384 to 768 (two crowds of 10,000 boxes take twice as long with 1,536; Xeon,
/// 2026-11-28).
pub(super) const MANY_CANDIDATES: usize = 768;

/// Crowded boxes are cut into about this many tiles.
///
/// Smaller: each cut leaves crowds. Larger: more boxes are copied.
///
/// Plateau: 8; with 4, crowds, strays and rods are 11 % slower; with 16, rods of half the length
/// take 4 times as long (Xeon, 2026-11-28).
pub(super) const TILES: usize = 8;

/// The most boxes of small groups that are swept together.
///
/// Smaller: a sweep takes longer to prepare than to run. Larger: more boxes of different groups are
/// compared.
///
/// Plateau: 512 to 1,024 (groups of 10 boxes are up to 35 % slower with 256, and take 4 to 10 times
/// as long if each is swept alone; Xeon, 2026-11-28).
pub(super) const GROUPED: usize = 512;

/// The binary logarithm of the number of elements in a block of `par_for_each_pair`.
///
/// Smaller: more pairs lie between blocks and have to wait. Larger: fewer threads have work.
///
/// Plateau: not measured; chosen as four pieces of a sweep.
#[cfg(feature = "rayon")]
pub(super) const BLOCK_BITS: u32 = 13;

/// To compute the key of a box.
pub(super) const COST_OF_LOCATING: Cost = Cost::nanoseconds(2);

/// To copy a box to its position in the new order.
pub(super) const COST_OF_GATHERING: Cost = Cost::nanoseconds(4);

/// To write the label of a box.
pub(super) const COST_OF_LABEL: Cost = Cost::nanoseconds(1);

/// To find the tiles of a box.
pub(super) const COST_OF_TILING: Cost = Cost::nanoseconds(4);

/// To sweep a box. The documentation of `par_fold` quotes the piece that follows: 2,048 boxes.
#[cfg(feature = "rayon")]
pub(super) const COST_OF_SWEEP: Cost = Cost::nanoseconds(8);
