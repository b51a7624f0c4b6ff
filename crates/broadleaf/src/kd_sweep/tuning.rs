//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// The most boxes of a leaf, unless [`Config`](super::Config) has another number.
///
/// Smaller: queries compare fewer boxes, and more nodes. Larger: builds make fewer cuts.
///
/// Plateau: 64 to 128; at 128, builds are 15 and 21 % faster than at 64, queries 3 % faster in 2D
/// and 9 % slower in 3D, pairs as fast (uniform, 100,000 boxes, one thread; EPYC, see
/// `docs/log/2026-11-28-kd-sweep.md`).
pub(super) const LEAF_CAPACITY: usize = 128;

/// The most levels that are cut at once.
///
/// Exact: the number of a part then fits into a byte.
pub(super) const MAX_LEVELS: u32 = 7;

/// The parts of one division, rounded up.
///
/// Exact: as many cuts as there are parts at the bottom, and as many parts again.
pub(super) const MAX_PARTS: usize = 2 << MAX_LEVELS;

/// The sampled boxes for each part at the bottom, and the fewest from which a cut is chosen.
///
/// Smaller: cuts are far from the median. Larger: choosing cuts takes longer.
///
/// Plateau: 4; with 16 the build was slower and pairs were as fast (uniform 2D and 3D, 100,000
/// boxes, one thread; EPYC).
pub(super) const SAMPLES_PER_PART: usize = 4;

/// A cut that more than one box in this many crosses is compared with cuts along the other axes; a
/// cut that all but one in this many cross is not made.
///
/// Smaller: crossing boxes burden more queries. Larger: more cuts are tried, and parts are divided
/// by cuts that hardly separate their boxes.
///
/// Plateau: not measured; chosen with the rule.
pub(super) const FEW_CROSSING: usize = 4;

/// The boxes whose parts are found together.
///
/// Smaller: the processor waits for one box on each level. Larger: their parts leave the registers.
///
/// Plateau: 4 to 8 within 5 %; builds with one box at a time take a quarter to a third longer
/// (uniform and surface, 100,000 boxes, one thread; Zen 4).
pub(super) const BOXES_TOGETHER: usize = 8;

/// The most children of a node.
///
/// Exact: the boxes that cross a cut, the boxes below it, and the boxes above it.
pub(super) const MAX_CHILDREN: usize = 3;

/// The pending boxes, which every query scans, number at most this many times the square root of
/// the number of boxes.
///
/// Smaller: the tree is built more often. Larger: queries scan more.
///
/// Plateau: not measured; at 8, a scan takes about as long as an insert's share of the next build.
pub(super) const PENDING_PER_ROOT: usize = 8;

/// At most one in this many boxes is pending.
///
/// Smaller: queries scan most of a small index. Larger: a small index is rebuilt at every change.
///
/// Plateau: not measured; chosen with the rule.
pub(super) const LEAST_TREE_PER_PENDING: usize = 4;

/// To find the part of a box, and to copy it there.
pub(super) const COST_OF_PART: Cost = Cost::nanoseconds(8);

/// To put a box of a subtree into its leaf.
pub(super) const COST_OF_BUILD: Cost = Cost::nanoseconds(16);

/// To find the pairs at a node; most nodes are leaves of a hundred boxes, with 0.3 pairs each.
pub(super) const COST_OF_NODE: Cost = Cost::nanoseconds(1_000);

/// To visit the pairs of one mutable element.
#[cfg(feature = "rayon")]
pub(super) const COST_OF_ELEMENT: Cost = Cost::nanoseconds(32);
