//! The vertices of the edges and faces of a mesh.

use alloc::vec::Vec;

use super::invalid_mesh::InvalidMesh;
use crate::sort::radix_sort;
use crate::store::{TooManyBoxes, to_u32};

/// The edges and faces of a mesh, by the indices of their vertices.
///
/// Vertices, edges and triangles may form any shape: a closed surface, a cloth, a net of rods
/// without faces, several bodies at once, in 2D or 3D.
///
/// ```
/// use broadleaf::mesh::Topology;
/// let square = Topology::of_faces(4, vec![[0, 1, 2], [2, 3, 0]])?;
/// assert_eq!(square.edges(), [[0, 1], [0, 2], [1, 2], [0, 3], [2, 3]]);
///
/// let error = Topology::of_faces(4, vec![[0, 1, 2], [2, 3, 4]]).unwrap_err();
/// assert_eq!(error.to_string(), "face 1 has the vertex 4, but there are 4 vertices");
/// # Ok::<(), broadleaf::mesh::InvalidMesh>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Every vertex as a list of its vertices, like edges and faces.
    pub(super) vertices: Vec<[u32; 1]>,
    pub(super) edges: Vec<[u32; 2]>,
    pub(super) faces: Vec<[u32; 3]>,
}

impl Topology {
    /// A mesh with these faces and the [edges](unique_edges) around them.
    ///
    /// # Errors
    /// If a vertex of a face does not exist, or if there are more than 2³² - 1 vertices, edges and
    /// faces altogether.
    pub fn of_faces(vertices: usize, faces: Vec<[u32; 3]>) -> Result<Self, InvalidMesh> {
        let edges = unique_edges(&faces);
        Self::new(vertices, edges, faces)
    }

    /// A mesh with these edges and faces. Edges need no face, and faces no edges.
    ///
    /// # Errors
    /// If a vertex of an edge or face does not exist, or if there are more than 2³² - 1 vertices,
    /// edges and faces altogether.
    pub fn new(
        vertices: usize,
        edges: Vec<[u32; 2]>,
        faces: Vec<[u32; 3]>,
    ) -> Result<Self, InvalidMesh> {
        let len = vertices.saturating_add(edges.len() + faces.len());
        TooManyBoxes::check(len).map_err(InvalidMesh::TooMany)?;
        // Faces first: if the edges were derived from them, the error names the face.
        if let Some((face, vertex)) = first_missing(vertices, &faces) {
            return Err(InvalidMesh::Face {
                face,
                vertex,
                vertices,
            });
        }
        if let Some((edge, vertex)) = first_missing(vertices, &edges) {
            return Err(InvalidMesh::Edge {
                edge,
                vertex,
                vertices,
            });
        }
        Ok(Self {
            vertices: (0..to_u32(vertices)).map(|vertex| [vertex]).collect(),
            edges,
            faces,
        })
    }

    /// The number of vertices, and so of positions in a frame.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The vertices of each edge, by the index that is its [`Id`](crate::Id) among candidates.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The vertices of each face, by the index that is its [`Id`](crate::Id) among candidates.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }
}

/// The edges of triangles, each once and with the smaller vertex first, sorted by the larger vertex
/// and then by the smaller. A side from a vertex to itself is not an edge.
///
/// ```
/// use broadleaf::mesh::unique_edges;
/// assert_eq!(unique_edges(&[[7, 1, 2], [2, 2, 1]]), [[1, 2], [1, 7], [2, 7]]);
/// ```
#[must_use]
pub fn unique_edges(faces: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<_> = sides
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    radix_sort(&mut edges, &mut Vec::new(), |&[low, high]| {
        u64::from(high) << 32 | u64::from(low)
    });
    edges.dedup();
    edges
}

/// The first element with a vertex that does not exist, and that vertex.
fn first_missing<const N: usize>(vertices: usize, elements: &[[u32; N]]) -> Option<(usize, u32)> {
    let mut corners = elements
        .iter()
        .enumerate()
        .flat_map(|(element, corners)| corners.iter().map(move |&vertex| (element, vertex)));
    corners.find(|&(_, vertex)| vertex as usize >= vertices)
}
