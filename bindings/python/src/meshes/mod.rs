//! Candidates of meshes, and forces between bodies.

pub(crate) mod candidates;
pub(crate) mod mesh;
pub(crate) mod moving_mesh;
pub(crate) mod n_body;
