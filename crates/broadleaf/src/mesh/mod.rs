//! Collision candidates of a moving mesh.
//!
//! ```text
//!      frame 0      frame 1              A vertex moves in a straight line from one frame to the
//!                                        next. Its box spans both positions, the box of an edge or
//!         o            o---              face the boxes of its vertices. Two elements may collide
//!        / \      +---/-\---+            between the frames only if their boxes overlap: they are
//!       o---o ..> |  o---o  |            a candidate for exact continuous collision detection.
//!                 +---------+
//! ```
//!
//! [`Topology`] has the vertices of the edges and faces. [`MeshCandidates`] keeps their boxes, and
//! the memory for finding pairs, from frame to frame.
//!
//! Start with `candidates`, then `boxes` (from positions to boxes) and `adjacency` (which pairs of
//! boxes are candidates); `pair_finder` searches.
//!
//! **Source**: the boxes and the choice of candidates are those of the Scalable-CCD benchmark
//! (Belgrod et al. 2023).

mod adjacency;
mod boxes;
mod candidates;
mod invalid_mesh;
#[cfg(feature = "rayon")]
mod par_query;
mod query;
#[cfg(test)]
mod tests;
mod topology;
mod tuning;

pub use self::candidates::MeshCandidates;
pub use self::invalid_mesh::InvalidMesh;
pub use self::query::MeshQuery;
pub use self::topology::{Topology, unique_edges};
