//! The numbers of this room. `cargo xtask tuning` checks these comments.

/// The most lanes among which the least is found one by one, even if the processor reduces sixteen
/// lanes by instructions of their own, in four steps that wait for each other.
///
/// Smaller: rays, which reach few children of a node, take 1.24 to 1.39 times as long. Larger: the
/// nearest boxes, which may be in any child, take up to 1.6 times as long.
///
/// Plateau: not measured between 0 and 16, whose figures are above (packed trees, uniform and
/// surface 3D, polylines, 20,000 boxes, AVX-512; EPYC, 2 shared processors, 2026-11-28).
pub(super) const FEW_LANES: u32 = 4;
