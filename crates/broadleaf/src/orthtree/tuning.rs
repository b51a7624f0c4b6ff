//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// The most boxes of a leaf, unless [`Config`](super::Config) has another number.
///
/// Smaller: moves and builds change more nodes. Larger: queries compare more boxes.
///
/// Plateau: 32; at 16, queries are 6 to 15 % faster in 2D and up to a half slower in 3D, moves take
/// 1.3 to 2.1 times as long (uniform and clustered, 100,000 boxes, one thread; EPYC, see the table
/// in `docs/log/2026-11-25-orthtree.md`).
pub(super) const LEAF_CAPACITY: usize = 32;

/// The fewest boxes of one node that are sorted and swept; fewer are all compared with each other.
///
/// Smaller: leaves of the default capacity are also sorted. Larger: crowded nodes cost the square
/// of their boxes.
///
/// Plateau: not measured; chosen above the default capacity of a leaf.
pub(super) const MIN_SWEPT: usize = 48;

/// The most boxes for which a node reserves memory when it gets its first one.
///
/// Smaller: nodes that fill up allocate more than once. Larger: with leaves of a large capacity,
/// most of the memory is empty.
///
/// Plateau: not measured between 0 and 64; without it, inserts take 17 % longer on polylines, 7 %
/// on
/// uniform boxes in 2D and as long in 3D (30,000 boxes, one thread; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const MAX_RESERVED: usize = 64;

/// The most children of a cell, and the number that stands for "stays in the node".
///
/// Exact: a cell has two halves along each of at most six axes.
pub(super) const MAX_CHILDREN: u8 = 64;

/// The looseness is counted in units of 2 to the power of minus this.
///
/// Exact: 1.1 is 1.1 to five digits, and a margin is at most sixteen midpoints.
pub(super) const LOOSENESS_BITS: u32 = 16;

/// To find the child of a box, and to copy it there.
pub(super) const COST_OF_CHILD: Cost = Cost::nanoseconds(4);

/// To find the pairs at a node of ten boxes, with half a pair for each.
pub(super) const COST_OF_NODE: Cost = Cost::nanoseconds(1_000);
