//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

/// Ids below this number are always kept in the array of an [`IdMap`](super::IdMap).
///
/// Smaller: a few boxes with ids such as 500 are in a tree. Larger: an index of one box with a
/// large id takes more memory.
///
/// Plateau: not measured; chosen as 4 KiB, one page.
pub(super) const MIN_DENSE: usize = 1 << 10;

/// The array of an [`IdMap`](super::IdMap) has at most this number of slots for each value.
///
/// Smaller: ids with gaps are in a tree, whose accesses take ten times as long. Larger: an index
/// with such ids takes more memory.
///
/// Plateau: not measured; chosen so that the array never takes more than 16 bytes for each value,
/// no more than the nodes of a tree.
pub(super) const MAX_SLOTS_PER_VALUE: usize = 4;

/// The nodes of a [`Front`](super::Front) that are kept without an allocation.
///
/// Smaller: a query of a deep tree allocates. Larger: a query of few nodes initialises memory that
/// it does not use.
///
/// Plateau: not measured; chosen as the nodes that wait in a tree of a million boxes.
pub(super) const INLINE: usize = 64;
