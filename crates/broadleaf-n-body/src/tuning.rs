//! The numbers that decide about speed and never about the bits of a result, but for the first
//! two: which bodies share a cell or a group changes the order of sums.

/// The greatest number of bodies in a leaf of the tree of [`forces`](super::forces).
///
/// Smaller: more cells, and fewer forces for each body. Larger: the contrary; leaves of 8 need 17
/// to 32 % more forces.
///
/// Plateau: 3 to 8 (uniform 2D and 3D, 1,000 to 100,000 bodies, one thread; the measurement is in
/// `docs/log/2026-11-28-n-body.md`, 2026-11).
pub(super) const BODIES_IN_LEAF: usize = 4;

/// The greatest number of bodies in a group, which shares one list of sources.
///
/// Smaller: more lists are made. Larger: the group has a larger spread, so that fewer cells are far
/// from it.
///
/// Plateau: 32 to 48; 16 takes 1.06 to 1.08 times as long, 8 takes 1.17 to 1.23 times (uniform 2D
/// and 3D, 100,000 bodies, one thread, on the KD tree of then; `docs/log/2026-11-28-n-body.md`).
pub(super) const BODIES_IN_GROUP: usize = 32;

/// The greatest number of items in a leaf of the tree of [`interact`](super::interact), unless it
/// is set.
///
/// Smaller: more actions of summaries. Larger: more actions of two items.
///
/// Plateau: 8 alone; leaves of 4 take 1.11 to 1.15 times as long, leaves of 16 take 1.40 to 1.44
/// times (masses with a slope, uniform 2D and 3D, 100,000 items, one thread;
/// `docs/log/2026-11-28-n-body.md`).
pub(super) const ITEMS_IN_LEAF: usize = 8;

/// The number of forces that are computed before they are added up.
///
/// Smaller: a chain of additions stands between the forces. Larger: the block leaves the fastest
/// memory.
///
/// Plateau: not measured; taken from the first version as four times the lanes of a register.
pub(super) const BLOCK: usize = 64;

/// A part with fewer positions, bodies or items is one piece of work, for one thread.
///
/// Smaller: more handing over between threads. Larger: threads wait for the last pieces.
///
/// Plateau: not measured; chosen so that a piece takes 50 µs to sort and 0.3 to 3 ms to sum, which
/// is long beside the microseconds that a thread takes to begin.
pub(super) const SHARED: usize = 512;
