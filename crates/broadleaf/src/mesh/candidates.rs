//! A mesh, its boxes, and the queries for its candidates.

use super::boxes::ElementBoxes;
use super::invalid_mesh::InvalidMesh;
use super::query::MeshQuery;
use super::topology::Topology;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Real, Scalar};
use crate::pair_finder::PairFinder;

/// Finds the candidates of a moving mesh: the pairs of its vertices, edges and faces whose boxes
/// overlap at some time between two frames.
///
/// [`update`](Self::update) computes the boxes for a pair of frames. Each query after that returns
/// a [`MeshQuery`], whose methods are the forms of the answer. Pairs that share a vertex are left
/// out unless the query [keeps](MeshQuery::keep_adjacent) them. The [`Id`](crate::Id) of a vertex,
/// edge or face is its index.
///
/// `S` is the number type of the boxes, `f32` or `f64`, whichever the positions have. Boxes in
/// `f32` take half the memory and are faster to compare. They are rounded outward, so no candidate
/// is lost, even if positions are `f64`.
///
/// **Cost**: a query costs as much as that of a [`PairFinder`], an update about 10 ns per vertex,
/// edge and face.
///
/// **Memory** is kept for later frames; a frame with about the same number of candidates allocates
/// nothing.
///
/// ```
/// use broadleaf::Id;
/// use broadleaf::mesh::{MeshCandidates, Topology};
///
/// // A triangle, and a vertex that falls through it.
/// let topology = Topology::of_faces(4, vec![[0, 1, 2]])?;
/// let mut candidates = MeshCandidates::<f32, 3>::new(topology);
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let [before, after] = [1.0, -1.0].map(|z| {
///     let [a, b, c] = triangle;
///     [a, b, c, [1.0, 1.0, z]]
/// });
/// candidates.update(&before, &after, 0.0)?;
/// assert_eq!(candidates.vertex_face().pairs(), [[Id(3), Id(0)]]);
/// assert_eq!(candidates.edge_edge().count_pairs(), 0);
/// assert_eq!(candidates.edge_edge().keep_adjacent().count_pairs(), 3);
/// # Ok::<(), broadleaf::mesh::InvalidMesh>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshCandidates<S: Scalar, const D: usize> {
    topology: Topology,
    boxes: ElementBoxes<S, D>,
    finder: PairFinder<S, D>,
}

impl<S: Real, const D: usize> MeshCandidates<S, D> {
    /// A mesh without positions, which has no boxes and no candidates until the first update.
    #[must_use]
    pub fn new(topology: Topology) -> Self {
        Self {
            topology,
            boxes: ElementBoxes::default(),
            finder: PairFinder::new(),
        }
    }

    /// Computes the boxes of a mesh whose vertices move in straight lines from `start` to `end`.
    /// For a mesh that does not move, pass the same positions twice.
    ///
    /// The box of a vertex spans its two positions and is grown by `inflation` in every direction.
    /// Each end is rounded to nearest and then moved outward by one step of the number type. The
    /// box of an edge or face is the union of the boxes of its vertices. Two elements that come
    /// within twice `inflation` of each other are therefore a candidate.
    ///
    /// # Errors
    /// If the number of positions in a frame differs from the number of vertices, if a coordinate
    /// is NaN, or if `inflation` is negative, infinite or NaN. The boxes then stay as they are.
    ///
    /// ```
    /// use broadleaf::mesh::{MeshCandidates, Topology};
    /// let topology = Topology::new(2, vec![[0, 1]], vec![])?;
    /// let mut candidates = MeshCandidates::<f64, 2>::new(topology);
    /// candidates.update(&[[0.0, 0.0], [1.0, 0.0]], &[[0.0, 1.0], [1.0, 1.0]], 0.5)?;
    /// let swept = candidates.edges()[0];
    /// assert_eq!(swept.min()[0], (-0.5_f64).next_down());
    /// assert_eq!(swept.max()[1], 1.5_f64.next_up());
    ///
    /// let error = candidates.update(&[[0.0, 0.0]; 2], &[[0.0, 0.0]; 3], 0.0).unwrap_err();
    /// assert_eq!(error.to_string(), "frame 1 has 3 positions for 2 vertices");
    /// # Ok::<(), broadleaf::mesh::InvalidMesh>(())
    /// ```
    pub fn update<P: Real>(
        &mut self,
        start: &[[P; D]],
        end: &[[P; D]],
        inflation: P,
    ) -> Result<(), InvalidMesh> {
        let frames = [start, end];
        self.boxes
            .update(Sequential, &self.topology, frames, inflation)
    }

    /// [`update`](Self::update) on the threads of rayon's current pool. Needs the feature `rayon`.
    ///
    /// # Errors
    /// As [`update`](Self::update).
    #[cfg(feature = "rayon")]
    pub fn par_update<P: Real>(
        &mut self,
        start: &[[P; D]],
        end: &[[P; D]],
        inflation: P,
    ) -> Result<(), InvalidMesh> {
        let frames = [start, end];
        self.boxes
            .update(Parallel, &self.topology, frames, inflation)
    }

    /// The edges and faces.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The boxes of the vertices, by index. Empty before the first update.
    #[must_use]
    pub fn vertices(&self) -> &[Aabb<S, D>] {
        &self.boxes.vertices
    }

    /// The boxes of the edges, by index. Empty before the first update.
    #[must_use]
    pub fn edges(&self) -> &[Aabb<S, D>] {
        &self.boxes.edges
    }

    /// The boxes of the faces, by index. Empty before the first update.
    #[must_use]
    pub fn faces(&self) -> &[Aabb<S, D>] {
        &self.boxes.faces
    }

    /// Queries pairs of two edges, smaller id first. In 3D, these and
    /// [`vertex_face`](Self::vertex_face) are what can collide; in 2D, these are the lines that
    /// cross.
    pub fn edge_edge(&mut self) -> MeshQuery<'_, S, D, 2, 2> {
        let edges = (&self.boxes.edges[..], &self.topology.edges[..]);
        MeshQuery::within(&mut self.finder, edges)
    }

    /// Queries pairs of two faces, smaller id first.
    pub fn face_face(&mut self) -> MeshQuery<'_, S, D, 3, 3> {
        let faces = (&self.boxes.faces[..], &self.topology.faces[..]);
        MeshQuery::within(&mut self.finder, faces)
    }

    /// Queries pairs of a vertex and an edge, which collide in 2D.
    pub fn vertex_edge(&mut self) -> MeshQuery<'_, S, D, 1, 2> {
        let vertices = (&self.boxes.vertices[..], &self.topology.vertices[..]);
        let edges = (&self.boxes.edges[..], &self.topology.edges[..]);
        MeshQuery::between(&mut self.finder, vertices, edges)
    }

    /// Queries pairs of a vertex and a face. In 3D, these and [`edge_edge`](Self::edge_edge) are
    /// what can collide.
    pub fn vertex_face(&mut self) -> MeshQuery<'_, S, D, 1, 3> {
        let vertices = (&self.boxes.vertices[..], &self.topology.vertices[..]);
        let faces = (&self.boxes.faces[..], &self.topology.faces[..]);
        MeshQuery::between(&mut self.finder, vertices, faces)
    }

    /// Queries pairs of an edge and a face, with which a mesh that does not move intersects itself.
    pub fn edge_face(&mut self) -> MeshQuery<'_, S, D, 2, 3> {
        let edges = (&self.boxes.edges[..], &self.topology.edges[..]);
        let faces = (&self.boxes.faces[..], &self.topology.faces[..]);
        MeshQuery::between(&mut self.finder, edges, faces)
    }

    /// Bytes of memory allocated for boxes and for finding pairs, without the topology.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.boxes.bytes() + self.finder.bytes()
    }
}
