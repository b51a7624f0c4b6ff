//! The boxes of a moving mesh between two frames, for continuous collision detection.
//!
//! The conventions are those of the Scalable-CCD benchmark. The box of a vertex spans its two
//! positions, each grown by one step of the number type in every direction. The box of an edge or
//! face is the union of the boxes of its vertices. In ground truth files, vertices are numbered
//! from 0, edges follow the vertices, and faces follow the edges.

use broadleaf::{Aabb, Id};

use crate::error::SceneError;
use crate::grown_point::grown_point;
use crate::mesh::Mesh;

pub use crate::grown_point::CcdScalar;

/// The boxes of the vertices, edges and faces of a mesh that moves from one frame to the next.
#[derive(Clone, Debug)]
pub struct MovingMesh<S> {
    /// Boxes of the vertices.
    pub vertices: Vec<Aabb<S, 3>>,
    /// Boxes of the edges.
    pub edges: Vec<Aabb<S, 3>>,
    /// Boxes of the faces.
    pub faces: Vec<Aabb<S, 3>>,
    edge_vertices: Vec<[u32; 2]>,
    face_vertices: Vec<[u32; 3]>,
}

impl<S: CcdScalar> MovingMesh<S> {
    /// Computes the boxes of a mesh that moves from `start` to `end`.
    ///
    /// # Errors
    /// If the two meshes differ in the number of vertices or in a face.
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
        let (edge_vertices, face_vertices) = (start.edges(), start.faces().to_vec());
        let vertices: Vec<_> = start
            .vertices()
            .iter()
            .zip(end.vertices())
            .map(|(a, b)| grown_point(a).union(&grown_point(b)))
            .collect();
        let around = |corners: &[u32]| {
            corners[1..]
                .iter()
                .fold(vertices[corners[0] as usize], |aabb, &corner| {
                    aabb.union(&vertices[corner as usize])
                })
        };
        let edges = edge_vertices.iter().map(|edge| around(edge)).collect();
        let faces = face_vertices.iter().map(|face| around(face)).collect();
        Ok(Self {
            vertices,
            edges,
            faces,
            edge_vertices,
            face_vertices,
        })
    }

    /// Whether two edges share a vertex. Such a pair always overlaps and is usually ignored.
    #[must_use]
    pub fn edges_are_adjacent(&self, a: Id, b: Id) -> bool {
        let [a, b] = [a, b].map(|edge| self.edge_vertices[edge.index()]);
        a.iter().any(|vertex| b.contains(vertex))
    }

    /// Whether a vertex is a corner of a face.
    #[must_use]
    pub fn vertex_is_in_face(&self, vertex: Id, face: Id) -> bool {
        self.face_vertices[face.index()].contains(&vertex.0)
    }

    /// The edge with this number in a ground truth file; `None` if the number is not an edge's.
    #[must_use]
    pub fn edge_by_number(&self, number: u32) -> Option<Id> {
        within(number, self.vertices.len(), self.edges.len())
    }

    /// The vertex with this number in a ground truth file; `None` if the number is not a vertex's.
    #[must_use]
    pub fn vertex_by_number(&self, number: u32) -> Option<Id> {
        within(number, 0, self.vertices.len())
    }

    /// The face with this number in a ground truth file; `None` if the number is not a face's.
    #[must_use]
    pub fn face_by_number(&self, number: u32) -> Option<Id> {
        within(
            number,
            self.vertices.len() + self.edges.len(),
            self.faces.len(),
        )
    }
}

fn within(number: u32, first: usize, count: usize) -> Option<Id> {
    (number as usize)
        .checked_sub(first)
        .filter(|&index| index < count)
        .map(|index| Id(index as u32))
}
