//! The tuning constants of a step. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// For the moving and for the static proxies: with more of them than this per change, their
/// structure is queried for each change; with fewer, the pairs of all of them are listed.
///
/// Smaller: with 4, steps in which a quarter of the proxies changes are queried, which takes 1.2 to
/// 1.5 times as long. Larger: with 10, steps in which a tenth changes list all pairs, which takes
/// 1.4 to 2 times as long.
///
/// Plateau: 5 to 8, where both ways take the same time within a fifth (uniform 2D and 3D, 4 pairs
/// for each box, 10,000 and 100,000; Xeon, 2.8 GHz, with AVX-512;
/// `docs/log/2026-11-28-broad-phase.md`).
pub(crate) const BOXES_PER_CHANGE: [usize; 2] = [7, 8];

/// Fewer queries than this are not ordered along a curve.
///
/// Smaller: with 0, the step after a single move orders its one query, and takes 2.5 times as long
/// on polylines and the same time on surfaces. Larger: consecutive queries visit nodes that are far
/// apart.
///
/// Plateau: not measured above 64 (10,000 boxes; Xeon, 2 shared processors, 2026-11-28).
pub(crate) const MIN_ORDERED: usize = 64;

/// The memory for listing all pairs is freed after this many consecutive steps that list none.
///
/// Smaller: where much moves occasionally, the memory is allocated again each time. Larger: after a
/// burst, 8 bytes per pair stay allocated for longer.
///
/// Plateau: not measured; chosen as a quarter of a second of a game's frames.
pub(crate) const STEPS_UNTIL_FREED: u32 = 16;

/// Differences between two lists that are buffered before they are visited.
///
/// Smaller: the comparing loop is left more often. Larger: a step after a single move spends more
/// time on clearing the buffer than on comparing.
///
/// Plateau: not measured; 64 notes take half a kilobyte.
pub(crate) const BLOCK: usize = 64;

/// Numbers of two lists that are skipped together if all are equal.
///
/// Smaller: where few numbers differ, there are more comparisons. Larger: where some differ, few
/// runs are equal.
///
/// Plateau: not measured; 8 numbers are a cache line.
pub(crate) const RUN: usize = 8;

/// The cost of merging one pair into the events.
pub(crate) const COST_OF_PAIR: Cost = Cost::nanoseconds(2);

/// The cost of a proxy in a step, as far as threads share it. The whole step takes 100 to 200
/// nanoseconds for a proxy that moves. With that cost, however, steps of 10,000 proxies in two
/// threads take 1.1 to 1.2 times as long as on one, and 1.2 to 1.9 times if few move
/// (`docs/log/2026-11-28-threads.md`).
#[cfg(feature = "rayon")]
pub(crate) const COST_OF_PROXY: Cost = Cost::nanoseconds(2);
