//! The numbers of this room. `docs/tuning.md` is written from these comments.

use crate::executor::Cost;

/// The boxes of a leaf at most, unless [`Config`](super::Config) has another number.
///
/// Smaller: moves and builds change more nodes. Larger: queries compare more boxes.
///
/// Plateau: 16 to 32 for queries within 10 %; moves and pairs are fastest at 32 (six scenes,
/// 100,000 boxes, one thread; EPYC, see the table in `docs/design/orthtree.md`).
pub(super) const LEAF_CAPACITY: usize = 32;

/// The fewest boxes of one node that are sorted and swept; fewer are all compared with each other.
///
/// Smaller: leaves of the default capacity are sorted, too. Larger: crowded nodes cost the square
/// of their boxes.
///
/// Plateau: not measured; chosen above the default capacity of a leaf.
pub(super) const MIN_SWEPT: usize = 48;

/// The boxes for which a node reserves memory at most when it gets its first one.
///
/// Smaller: nodes that fill up allocate more than once. Larger: with leaves of a large capacity,
/// most of the memory is empty.
///
/// Plateau: not measured; chosen as twice the default capacity of a leaf.
pub(super) const MAX_RESERVED: usize = 64;

/// The children of a cell at most, and the number of the child that stands for "stays in the node".
///
/// Exact: a cell has two halves along each of at most six axes.
pub(super) const MAX_CHILDREN: usize = 64;

/// The looseness is counted in fractions of 2 to the power of minus this.
///
/// Exact: 1.1 is 1.1 to five digits, and a margin is at most sixteen midpoints.
pub(super) const LOOSENESS_BITS: u32 = 16;

/// To find the child of a box, and to copy it there.
pub(super) const COST_OF_CHILD: Cost = Cost::nanoseconds(4);

/// To find the pairs at a node: one of ten boxes, with half a pair each.
pub(super) const COST_OF_NODE: Cost = Cost::nanoseconds(1_000);
