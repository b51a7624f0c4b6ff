//! The numbers of this room. `docs/tuning.md` is written from these comments.

/// The nodes that wait in a query before its stack allocates.
///
/// Smaller: queries allocate in more trees. Larger: a query clears more memory before it begins.
///
/// Plateau: not measured; a walk through 100,000 boxes keeps fewer than 40 waiting.
pub(super) const INLINE_NODES: usize = 64;

/// The pairs that a search collects before it calls the visitor.
///
/// Smaller: the loop that compares boxes calls the visitor more often. Larger: the list leaves the
/// nearest cache.
///
/// Plateau: not measured; taken from a list of 2 KiB, a sixteenth of the nearest cache.
pub(super) const MAX_FOUND: usize = 256;

/// The query boxes that are compared with the bounds of a node before the active ones among them are
/// moved to the stack.
///
/// Smaller: more moves. Larger: more memory is cleared for each node.
///
/// Plateau: 32 to 512 within 1 % (uniform 2D and 3D, 100,000 boxes, one thread; EPYC).
pub(super) const MAX_BATCH: usize = 128;
