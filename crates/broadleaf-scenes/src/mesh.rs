//! Triangle meshes and the boxes of their triangles.

use broadleaf::Aabb;
use broadleaf::mesh::unique_edges;

use crate::error::SceneError;
use crate::grown_point::grown_point;
use crate::skipped::Skipped;

/// A triangle mesh with valid indices and finite coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f64; 3]>,
    faces: Vec<[u32; 3]>,
    skipped: Skipped,
}

impl Mesh {
    /// Builds a mesh from vertices and triangles.
    ///
    /// # Errors
    /// If a coordinate is not finite or a face refers to a missing vertex. The message names the
    /// vertex or face.
    pub fn try_new(vertices: Vec<[f64; 3]>, faces: Vec<[u32; 3]>) -> Result<Self, SceneError> {
        if let Some(number) = vertices
            .iter()
            .position(|vertex| !vertex.iter().all(|x| x.is_finite()))
        {
            return Err(SceneError::new(format!(
                "the coordinates {:?} are not finite",
                vertices[number]
            ))
            .within(format!("vertex {number}")));
        }
        for (number, face) in faces.iter().enumerate() {
            if let Some(vertex) = face
                .iter()
                .find(|&&vertex| vertex as usize >= vertices.len())
            {
                let problem = format!(
                    "there is no vertex {vertex}: the mesh has {}",
                    vertices.len()
                );
                return Err(SceneError::new(problem).within(format!("face {number}")));
            }
        }
        Ok(Self {
            vertices,
            faces,
            skipped: Skipped::default(),
        })
    }

    /// The same mesh, with what the reader of its file skipped.
    pub(crate) fn with_skipped(self, skipped: Skipped) -> Self {
        Self { skipped, ..self }
    }

    /// What the reader of the mesh skipped.
    #[must_use]
    pub fn skipped(&self) -> &Skipped {
        &self.skipped
    }

    /// The positions of the vertices.
    #[must_use]
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// The vertices of each triangle.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// All edges, each once, with the smaller vertex first; sorted by the larger vertex, then by
    /// the smaller.
    #[must_use]
    pub fn edges(&self) -> Vec<[u32; 2]> {
        unique_edges(&self.faces)
    }

    /// The box of each triangle, grown by one step of `f32` in every direction.
    #[must_use]
    pub fn triangle_boxes(&self) -> Vec<Aabb<f32, 3>> {
        self.faces.iter().map(|face| self.around(face)).collect()
    }

    /// The box of each of the [edges](Self::edges), grown by one step of `f32` in every direction.
    #[must_use]
    pub fn edge_boxes(&self) -> Vec<Aabb<f32, 3>> {
        self.edges().iter().map(|edge| self.around(edge)).collect()
    }

    fn around(&self, corners: &[u32]) -> Aabb<f32, 3> {
        let mut points = corners
            .iter()
            .map(|&corner| &self.vertices[corner as usize]);
        let first = points.next().expect("edges and faces have vertices");
        points.fold(grown_point(first), |aabb, point| {
            aabb.union(&grown_point(point))
        })
    }
}
