//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// The box of a vertex, edge or face, from positions or boxes of vertices.
///
/// Smaller: threads share smaller meshes. Larger: one thread fills the boxes alone.
///
/// Plateau: not measured; an update takes about 10 ns for each element (cloth, one thread;
/// `docs/log/2026-11-28-mesh.md`).
pub(super) const COST_OF_BOX: Cost = Cost::nanoseconds(10);
