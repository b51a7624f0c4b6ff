//! The numbers of this room. `cargo xtask tuning` checks these comments.
//!
//! *Xeon, 2026-11-28* stands for an Intel Xeon with 2 shared processors and AVX-512, `f32`, one
//! thread, ratios of CPU time in turns, medians of 16 rows: uniform 2D and 3D, clustered 3D,
//! surface 3D, polylines, footprints, pareto 3D and a point cloud, of 10,000 and 100,000 boxes.

use crate::executor::Cost;

/// Up to so many boxes are compared by a loop over every two.
///
/// Smaller: what a search prepares takes longer than the loop. Larger: one box is not compared with
/// sixteen others at the same time.
///
/// Plateau: 16 to 24 (10 boxes take a quarter of the time; 16 as long either way if branches were
/// never seen, 30 take 0.75 to 1 of the time of the loop; 2D and 3D, Xeon, 2026-11-28).
pub(super) const FEWEST_BOXES: usize = 20;

/// Up to so many boxes are compared with each other, sixteen at a time, without a sweep.
///
/// Smaller: what a sweep prepares takes longer than all comparisons. Larger: most comparisons are
/// of boxes that are far away.
///
/// Plateau: 128 to 160 with AVX-512 (128 boxes take 0.4 to 0.5 of the time of the sweep of 140;
/// Xeon, 2026-11-28). Narrower registers take two to four times as long for a comparison.
pub(super) const FEW_BOXES: usize = 128;

/// The pairs of few boxes that are collected before the visitor sees them.
///
/// Smaller: the visitor is called more often, through a pointer. Larger: a longer list is cleared
/// for few pairs.
///
/// Plateau: not measured; chosen as half a kilobyte.
pub(super) const FEW_PAIRS: usize = 64;

/// Up to so many boxes share one pencil.
///
/// Smaller: the sample is counted, and pencils are searched, for a few boxes in each. Larger:
/// blocks of dense scenes have more candidates than their pencils would have left.
///
/// Plateau: 500 to 700 (140 to 500 boxes take 0.64 to 0.96 of the time of pencils, 1,000 0.86 to
/// 1.02, piles 1.24; uniform, clustered, piles and surface, 2D and 3D; Xeon, 2026-11-28).
pub(super) const ONE_PENCIL: usize = 512;

/// One box in so many is sampled to choose the grid.
///
/// Smaller: the sample takes longer than it saves. Larger: the grids of small lists vary.
///
/// Plateau: 16 to 32 (32 takes 0.97 of the time of 16, 8 takes 1.04; Xeon, 2026-11-28).
pub(super) const SAMPLE_SHARE: usize = 32;

/// The most boxes that are sampled.
///
/// Smaller: the estimate of how many boxes share a pencil becomes noise. Larger: small lists wait
/// for the sample.
///
/// Plateau: 512 to 2,048, within 2 % (Xeon, 2026-11-28).
pub(super) const MAX_SAMPLE: usize = 1024;

/// The other boxes that the pencil of a box should have: narrower pencils are widened.
///
/// Smaller: blocks are not full, and more pencils lie beside each. Larger: blocks are longer than
/// wide and have more candidates.
///
/// Plateau: 96 to 192, within 1 % (48 takes up to 1.13 in 3D; Xeon, 2026-11-28).
pub(super) const NEIGHBORS: f64 = 96.0;

/// All boxes share one pencil if a stretch of it as long as a box has at most so many others.
///
/// Smaller: small maps and ropes get pencils that they do not need. Larger: blocks of uniform
/// scenes have more candidates than their pencils would have left.
///
/// Plateau: 32 to 64, within 1 % but for polylines of 100,000 (1.11 with 64; footprints and
/// polylines of 10,000 take 1.31 and 1.19 with 16; Xeon, 2026-11-28).
pub(super) const FEW_NEIGHBORS: f64 = 32.0;

/// The most pencils for each box.
///
/// Smaller: pencils of few boxes are wider than their boxes. Larger: empty pencils are visited,
/// and the list of their starts leaves the cache.
///
/// Plateau: 0.125 to 0.25, within 1 % (0.5 takes 1.18 on a point cloud; Xeon, 2026-11-28).
pub(super) const PENCILS_PER_BOX: f64 = 0.25;

/// By which factor pencils are widened until they are wide enough.
///
/// Smaller: more steps, each of which counts the sample. Larger: pencils are wider than they need
/// to be, by half of it on average.
///
/// Plateau: not measured; chosen as a quarter, which is less than the widths of one scene differ.
pub(super) const WIDENING: f64 = 1.25;

/// How many times as long as nine tenths of all boxes a box of the finest level may be.
///
/// Smaller: more boxes are in coarser levels, which are searched for every run of blocks. Larger:
/// the pencils are wider.
///
/// Plateau: 1.5 to 2 (2 takes 0.99 of the time of 1.5, footprints 0.86, polylines 0.91; 1.2 takes
/// 1.14 and 1.11 there; Xeon, 2026-11-28).
pub(super) const USUAL_FACTOR: f64 = 2.0;

/// One box in so many at each end of an axis may be a stray, which the grid does not span.
///
/// Smaller: dense ends are taken for strays. Larger: fewer strays widen all pencils.
///
/// Plateau: 32 to 128, within 2 % (Xeon, 2026-11-28). Without strays, a point cloud of 10,000
/// takes 1.14 to 1.17.
pub(super) const STRAY_SHARE: usize = 64;

/// A stray lies at least this share of the length of the others away from them.
///
/// Smaller: the ends of uniform scenes are taken for strays. Larger: strays count.
///
/// Plateau: 1/32 to 1/8, within 1 % (Xeon, 2026-11-28).
pub(super) const STRAY_MARGIN: f64 = 1.0 / 16.0;

/// Positions along a pencil for each length of a box.
///
/// Smaller: windows have boxes that begin before or behind the block. Larger: keys have more bits,
/// and the sort more passes.
///
/// Plateau: 4 to 16, within 1 % (Xeon, 2026-11-28).
pub(super) const PARTS_PER_BOX: f64 = 8.0;

/// How many times as long a box may be if the finest level is a single pencil.
///
/// Smaller: long boxes go to the coarser level, and blocks are compared with two pencils. Larger:
/// windows begin earlier.
///
/// Plateau: not measured; 1 takes 1.14 on footprints and 1.11 on polylines of 10,000 (Xeon,
/// 2026-11-28).
pub(super) const LONGER_ALONE: u32 = 4;

/// The boxes whose keys are computed at the same time, axis by axis.
///
/// Smaller: loops are too short for vectors. Larger: the chunk leaves the registers and, in three
/// dimensions of `f64`, crowds the first cache.
///
/// Plateau: not measured; one box at a time takes 1.2 to 1.35 times as long (Zen 4, 2026-11-24).
pub(super) const CHUNK: usize = 64;

/// The blocks for which larger boxes are looked for together.
///
/// Smaller: coarser pencils are searched more often. Larger: a run has more larger boxes near it
/// than each of its blocks.
///
/// Plateau: 4 to 16, within 1 % (Xeon, 2026-11-28).
pub(super) const RUN_BLOCKS: usize = 8;

/// Among fewer candidates beside its pencil, a block does not select.
///
/// Smaller: the bounds of the block cost more than the candidates that they drop. Larger: surfaces
/// compare boxes that are far away.
///
/// Plateau: 20 to 80, within 1 % (pareto 3D takes 1.11 with 80; Xeon, 2026-11-28).
pub(super) const MIN_SELECTED_AMONG: usize = 40;

/// How many tested candidates tell whether selecting pays.
///
/// Smaller: chance decides. Larger: it takes longer to notice that a surface became a crowd.
///
/// Plateau: 1,024 to 4,096, within 1 % (Xeon, 2026-11-28).
pub(super) const REMEMBERED: usize = 2048;

/// After so many blocks without it, selecting is tried again.
///
/// Smaller: trials cost time in crowds. Larger: surfaces behind a crowd are noticed late.
///
/// Plateau: 16 to 64, within 1 % (Xeon, 2026-11-28).
pub(super) const BLOCKS_UNTIL_TRIED: u32 = 32;

/// The matches of a block that are collected before they become pairs.
///
/// Smaller: the inner loop is left more often. Larger: matches leave the first cache.
///
/// Plateau: not measured; chosen as 8 KiB, a quarter of the smallest first cache.
pub(super) const MAX_MATCHES: usize = 1024;

/// The pairs that are collected before the visitor sees them.
///
/// Smaller: the visitor is called more often, through a pointer. Larger: pairs leave the first
/// cache before they are visited.
///
/// Plateau: not measured; chosen as 2 KiB. The documentation of `try_for_each_pair` names it.
pub(super) const MAX_PAIRS: usize = 256;

/// The blocks of which candidates are counted, to tell whether boxes are crowded.
///
/// Smaller: a crowd in a corner is overlooked. Larger: lists of 10,000 boxes wait for it.
///
/// Plateau: 16 to 32, within 2 % (64 takes 1.02; Xeon, 2026-11-28).
pub(super) const SAMPLED_BLOCKS: usize = 16;

/// One block in so many at most is swept ahead, to tell whether masks have few pairs to test.
///
/// Smaller: short lists wait for the sample. Larger: more lists are too short for a sample.
///
/// Plateau: not measured; chosen so that the sample costs less than 2 %.
pub(super) const PAIR_SHARE: usize = 64;

/// Boxes are crowded if a block has so many candidates: they are cut into parts.
///
/// Smaller: surfaces and point clouds, with up to 250, would be cut. Larger: crowds are swept as
/// they are.
///
/// Plateau: 384 to 768 (two crowds of 10,000 boxes take 2 with 1,536; Xeon, 2026-11-28).
pub(super) const MANY_CANDIDATES: usize = 768;

/// Crowded boxes are cut into about so many tiles.
///
/// Smaller: each cut leaves crowds. Larger: more boxes are copied.
///
/// Plateau: 8; crowds, strays and rods take 1.11 with 4, and with 16 rods of half the length take 4
/// (Xeon, 2026-11-28).
pub(super) const TILES: usize = 8;

/// The boxes of small groups that are swept together.
///
/// Smaller: a sweep takes longer to prepare than to do. Larger: the pairs of different groups are
/// compared.
///
/// Plateau: 512 to 1,024 (groups of 10 boxes take up to 1.35 with 256 and 4 to 10 alone; Xeon,
/// 2026-11-28).
pub(super) const GROUPED: usize = 512;

/// The binary logarithm of the number of things in a block of `par_for_each_pair`.
///
/// Smaller: more pairs lie between blocks and wait. Larger: fewer threads have work.
///
/// Plateau: not measured; chosen as four pieces of a sweep.
#[cfg(feature = "rayon")]
pub(super) const BLOCK_BITS: u32 = 13;

/// A box whose key is computed.
pub(super) const COST_OF_LOCATING: Cost = Cost::nanoseconds(2);

/// A box that is copied in its new order.
pub(super) const COST_OF_GATHERING: Cost = Cost::nanoseconds(4);

/// A box whose label is written.
pub(super) const COST_OF_LABEL: Cost = Cost::nanoseconds(1);

/// A box whose tiles are found.
pub(super) const COST_OF_TILING: Cost = Cost::nanoseconds(4);

/// A box that is swept. The documentation of `par_fold` names the piece that follows: 2,048 boxes.
#[cfg(feature = "rayon")]
pub(super) const COST_OF_SWEEP: Cost = Cost::nanoseconds(8);
