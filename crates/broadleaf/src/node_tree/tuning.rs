//! The numbers of this room. `cargo xtask tuning` checks these comments.

/// The nodes that wait in a query before its stack allocates.
///
/// Smaller: queries allocate in more trees. Larger: a query clears more memory before it begins.
///
/// Plateau: not measured; chosen with the stack.
pub(super) const INLINE_NODES: usize = 64;

/// The pairs that a search collects before it calls the visitor.
///
/// Smaller: the loop that compares boxes calls the visitor more often. Larger: the list leaves the
/// nearest cache.
///
/// Plateau: not measured between; with 256, which are 2 KiB of memory to clear, the pairs of ten
/// boxes of an `Orthtree` take 1.15 times as long (uniform 3D; Xeon, 2 shared processors,
/// 2026-11-28).
pub(super) const MAX_FOUND: usize = 64;

/// The query boxes that are compared with the bounds of a node before the numbers of those that
/// overlap them are moved to the stack.
///
/// Smaller: more moves. Larger: more memory is cleared for each node.
///
/// Plateau: not measured above 32 by itself; one by one, joins of uniform boxes in 2D took an
/// eighth longer than with 128 (30,000 boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const NUMBERS_TOGETHER: usize = 32;
