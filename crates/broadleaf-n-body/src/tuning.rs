//! Constants that affect speed but not the bits of a result, except for the first two: which bodies
//! share a cell or a group changes the order of sums.

/// The largest number of bodies in a leaf of the tree of [`forces`](super::forces).
///
/// Smaller: more cells, and fewer forces for each body. Larger: the opposite; leaves of 8 need 17
/// to 32 % more forces.
///
/// Plateau: 3 to 8 (uniform 2D and 3D, 1,000 to 100,000 bodies, one thread; the measurement is in
/// `docs/log/2026-11-28-n-body.md`, 2026-11).
pub(super) const BODIES_IN_LEAF: usize = 4;

/// The largest number of bodies in a group, which shares one list of sources.
///
/// Smaller: more lists. Larger: the group has a larger spread, so that fewer cells are far from it.
///
/// Plateau: 32 to 48; 16 takes 1.06 to 1.08 times as long, 8 takes 1.17 to 1.23 times (uniform 2D
/// and 3D, 100,000 bodies, one thread, on an earlier KD tree; `docs/log/2026-11-28-n-body.md`).
pub(super) const BODIES_IN_GROUP: usize = 32;

/// The default largest number of items in a leaf of the tree of [`interact`](super::interact).
///
/// Smaller: more actions of summaries. Larger: more actions between items.
///
/// Plateau: 8 alone; leaves of 4 take 1.11 to 1.15 times as long, leaves of 16 take 1.40 to 1.44
/// times (masses with a slope, uniform 2D and 3D, 100,000 items, one thread;
/// `docs/log/2026-11-28-n-body.md`).
pub(super) const ITEMS_IN_LEAF: usize = 8;

/// The number of forces that are computed before they are summed.
///
/// Smaller: a chain of additions separates the forces. Larger: the block exceeds the fastest
/// memory.
///
/// Plateau: not measured; taken from the first version as four times the lanes of a register.
pub(super) const BLOCK: usize = 64;

/// A part with fewer positions, bodies or items is one task, for one thread.
///
/// Smaller: more tasks are handed between threads. Larger: threads wait for the last tasks.
///
/// Plateau: not measured; chosen so that a task takes 50 µs to sort and 0.3 to 3 ms to sum, which
/// is long compared with the microseconds that a thread takes to start.
pub(super) const SHARED: usize = 512;
