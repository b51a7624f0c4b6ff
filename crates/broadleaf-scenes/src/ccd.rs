//! The boxes of a moving mesh between two frames, for continuous collision detection.
//!
//! The conventions are those of the Scalable-CCD benchmark. The box of a vertex spans its two
//! positions, each grown by one step of the number type in every direction. The box of an edge or
//! face is the union of the boxes of its vertices. Ground truth files number the vertices from 0,
//! then the edges, then the faces.

use broadleaf::geometry::Real;
use broadleaf::mesh::{MeshCandidates, Topology};
use broadleaf::{Aabb, Id};

use crate::error::SceneError;
use crate::mesh::Mesh;

/// The boxes of the vertices, edges and faces of a mesh that moves from one frame to the next.
#[derive(Clone, Debug)]
pub struct MovingMesh<S: Real> {
    /// The mesh with its boxes, which finds candidates.
    pub candidates: MeshCandidates<S, 3>,
}

impl<S: Real> MovingMesh<S> {
    /// Computes the boxes of a mesh that moves from `start` to `end`.
    ///
    /// # Errors
    /// If the two meshes differ in the number of vertices or in a face, or have more than 2³² - 1
    /// vertices, edges and faces.
    pub fn between(start: &Mesh, end: &Mesh) -> Result<Self, SceneError> {
        let (before, after) = (start.vertices().len(), end.vertices().len());
        if before != after {
            return Err(SceneError::new(format!(
                "the first frame has {before} vertices, but the second has {after}"
            )));
        }
        if start.faces() != end.faces() {
            let same = start
                .faces()
                .iter()
                .zip(end.faces())
                .take_while(|(a, b)| a == b)
                .count();
            return Err(SceneError::new(format!(
                "the frames differ from face {same} on"
            )));
        }
        let invalid = |error| SceneError::new(format!("{error}"));
        let topology = Topology::of_faces(before, start.faces().to_vec()).map_err(invalid)?;
        let mut candidates = MeshCandidates::new(topology);
        candidates
            .update(start.vertices(), end.vertices(), 0.0)
            .map_err(invalid)?;
        Ok(Self { candidates })
    }

    /// The boxes of the vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Aabb<S, 3>] {
        self.candidates.vertices()
    }

    /// The boxes of the edges.
    #[must_use]
    pub fn edges(&self) -> &[Aabb<S, 3>] {
        self.candidates.edges()
    }

    /// The boxes of the faces.
    #[must_use]
    pub fn faces(&self) -> &[Aabb<S, 3>] {
        self.candidates.faces()
    }

    /// Whether two edges share a vertex. The boxes of such a pair always overlap, and it is usually
    /// ignored.
    #[must_use]
    pub fn edges_are_adjacent(&self, a: Id, b: Id) -> bool {
        let edges = self.candidates.topology().edges();
        let [a, b] = [a, b].map(|edge| edges[edge.index()]);
        a.iter().any(|vertex| b.contains(vertex))
    }

    /// Whether a vertex is a corner of a face.
    #[must_use]
    pub fn vertex_is_in_face(&self, vertex: Id, face: Id) -> bool {
        self.candidates.topology().faces()[face.index()].contains(&vertex.0)
    }

    /// The edge with this number in a ground truth file; `None` if it is not the number of an edge.
    #[must_use]
    pub fn edge_by_number(&self, number: u32) -> Option<Id> {
        within(number, self.vertices().len(), self.edges().len())
    }

    /// The vertex with this number in a ground truth file; `None` if it is not the number of a
    /// vertex.
    #[must_use]
    pub fn vertex_by_number(&self, number: u32) -> Option<Id> {
        within(number, 0, self.vertices().len())
    }

    /// The face with this number in a ground truth file; `None` if it is not the number of a face.
    #[must_use]
    pub fn face_by_number(&self, number: u32) -> Option<Id> {
        within(
            number,
            self.vertices().len() + self.edges().len(),
            self.faces().len(),
        )
    }
}

fn within(number: u32, first: usize, count: usize) -> Option<Id> {
    (number as usize)
        .checked_sub(first)
        .filter(|&index| index < count)
        .map(|index| Id(index as u32))
}
