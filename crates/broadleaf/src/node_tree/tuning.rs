//! The numbers of this room. `cargo xtask tuning` checks these comments.

/// The most pending nodes of a query for which its stack does not allocate.
///
/// Smaller: queries allocate in more trees. Larger: a query clears more memory before it begins.
///
/// Plateau: not measured; chosen as a quarter of a kilobyte.
pub(super) const INLINE_NODES: usize = 64;

/// The number of pairs that a search collects before it calls the visitor.
///
/// Smaller: the loop that compares boxes calls the visitor more often. Larger: the list leaves the
/// first cache.
///
/// Plateau: not measured between 64 and 256; with 256, which are 2 KiB to clear, the pairs of ten
/// boxes of an `Orthtree` are 15 % slower (uniform 3D; Xeon, 2 shared processors, 2026-11-28).
pub(super) const MAX_FOUND: usize = 64;

/// The number of query boxes that are compared with the bounds of a node before the overlapping
/// ones are moved to the stack.
///
/// Smaller: more moves. Larger: more memory is cleared for each node.
///
/// Plateau: not measured separately above 32; with 1, joins of uniform boxes in 2D are an eighth
/// slower than with 128 (30,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const NUMBERS_TOGETHER: usize = 32;
