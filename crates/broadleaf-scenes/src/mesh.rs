//! Triangle meshes and the boxes of their triangles.

use broadleaf::Aabb;

use crate::error::SceneError;
use crate::grown_point::grown_point;

/// A triangle mesh with valid indices and finite coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f64; 3]>,
    faces: Vec<[u32; 3]>,
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
        Ok(Self { vertices, faces })
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

    /// All edges, each once and with the smaller vertex first, sorted by the larger vertex and then
    /// by the smaller.
    #[must_use]
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let sides = self
            .faces
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let mut edges: Vec<_> = sides
            .filter(|[a, b]| a != b)
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable_by_key(|&[low, high]| (high, low));
        edges.dedup();
        edges
    }

    /// The box of each triangle, grown by one step of `f32` in every direction.
    #[must_use]
    pub fn triangle_boxes(&self) -> Vec<Aabb<f32, 3>> {
        let points: Vec<Aabb<f32, 3>> = self.vertices.iter().map(grown_point).collect();
        self.faces
            .iter()
            .map(|&[a, b, c]| {
                points[a as usize]
                    .union(&points[b as usize])
                    .union(&points[c as usize])
            })
            .collect()
    }
}
