//! The numbers of this room. `cargo xtask tuning` checks these comments.

/// The most lanes whose minimum is found lane by lane, even if the processor has reductions of
/// sixteen lanes, which take four dependent steps.
///
/// Smaller: rays, which reach few children of a node, are 24 to 39 % slower. Larger: nearest
/// queries, which reach every child, are up to 60 % slower.
///
/// Plateau: not measured between 0 and 16, which have the figures above (packed trees, uniform and
/// surface 3D, polylines, 20,000 boxes, AVX-512; EPYC, 2 shared processors, 2026-11-28).
pub(super) const FEW_LANES: u32 = 4;
