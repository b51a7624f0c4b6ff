//! The numbers of a step. `docs/tuning.md` is written from these comments.

use crate::executor::Cost;

/// For the moving and for the static proxies: with more of them than this for each change, their
/// structure is queried with each change; with fewer, the pairs of all of them are listed.
///
/// Smaller: steps in which a fifth of the proxies changes are queried, which takes up to 1.4 times
/// as long. Larger: steps in which a tenth changes list all pairs, up to 1.3 times as long.
///
/// Plateau: 6 to 9 (uniform boxes with 4 pairs each, 2D and 3D, 10,000 and 100,000, within 10 %;
/// Xeon with AVX-512, the table in `docs/design/broad-phase.md`).
pub(crate) const BOXES_PER_CHANGE: [usize; 2] = [7, 8];

/// Fewer queries than this are not ordered along a curve.
///
/// Smaller: the step after a single move sorts its one query, and takes up to twice as long.
/// Larger: consecutive queries of such a step visit nodes that are far apart.
///
/// Plateau: not measured above 64; with 0, the step after one move of 10,000 takes 1.15 (surfaces)
/// to 2 times as long (polylines; Xeon, 2 shared processors, 2026-11-28).
pub(crate) const MIN_ORDERED: usize = 64;

/// The memory for listing all pairs is freed after this number of steps that listed none.
///
/// Smaller: where much moves now and then, the memory is allocated again each time. Larger: after a
/// burst, 8 bytes for each pair stay allocated for longer.
///
/// Plateau: not measured; chosen as a quarter of a second of a game's frames.
pub(crate) const STEPS_UNTIL_FREED: u32 = 16;

/// The differences between two lists that are noted before they are passed on.
///
/// Smaller: the loop that compares is left more often. Larger: a step after a single move clears
/// the notes for longer than it compares.
///
/// Plateau: not measured; 64 notes take half a kilobyte.
pub(crate) const BLOCK: usize = 64;

/// The numbers of two lists that are skipped together if all are equal.
///
/// Smaller: where few numbers differ, there are more comparisons. Larger: where some differ, few
/// runs are equal.
///
/// Plateau: not measured; 8 numbers are a line of the cache.
pub(crate) const RUN: usize = 8;

/// To merge one pair into the events.
pub(crate) const COST_OF_PAIR: Cost = Cost::nanoseconds(2);

/// A proxy in a step, as far as threads share it. All of it takes 100 to 200 nanoseconds for a
/// proxy that moves, but with the cost of that, steps of 10,000 proxies in two threads took 1.1 to
/// 1.2 times as long as on one, and 1.2 to 1.9 times if few moved (`docs/design/threads.md`).
pub(crate) const COST_OF_PROXY: Cost = Cost::nanoseconds(2);
