//! The collision candidates of a moving mesh, in lists.

use broadleaf::mesh::{MeshCandidates, MeshQuery, Topology};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::columns::Lists;
use crate::arrays::number::Float;
use crate::calls::call::Watch;
use crate::calls::pieces::{Pieces, Spare};

/// The kinds of elements that form pairs.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pairing {
    EdgeEdge,
    FaceFace,
    VertexEdge,
    VertexFace,
    EdgeFace,
}

impl Pairing {
    /// The pairings with these names.
    pub(crate) fn named(names: &[String]) -> PyResult<Vec<Self>> {
        let pairing = |name: &String| match name.as_str() {
            "edge_edge" => Ok(Self::EdgeEdge),
            "face_face" => Ok(Self::FaceFace),
            "vertex_edge" => Ok(Self::VertexEdge),
            "vertex_face" => Ok(Self::VertexFace),
            "edge_face" => Ok(Self::EdgeFace),
            other => Err(PyValueError::new_err(format!(
                "kinds: there are no candidates of kind {other:?}"
            ))),
        };
        names.iter().map(pairing).collect()
    }
}

/// A mesh with boxes of one type.
pub(crate) struct Mesh<S: Float, const D: usize> {
    candidates: MeshCandidates<S, D>,
    /// Whether to keep pairs that share a vertex.
    keeps_adjacent: bool,
    spare: Spare,
}

impl<S: Float, const D: usize> Mesh<S, D> {
    /// A mesh with these elements, without positions.
    pub(crate) fn new(
        vertices: usize,
        edges: &[[u32; 2]],
        faces: &[[u32; 3]],
        keeps_adjacent: bool,
    ) -> Result<Self, String> {
        let topology = Topology::new(vertices, edges.to_vec(), faces.to_vec());
        Ok(Self {
            candidates: MeshCandidates::new(topology.map_err(|error| error.to_string())?),
            keeps_adjacent,
            spare: Spare::new(usize::MAX),
        })
    }

    pub(crate) fn topology(&self) -> &Topology {
        self.candidates.topology()
    }

    /// Whether pairs that share a vertex are kept.
    pub(crate) fn keeps_adjacent(&self) -> bool {
        self.keeps_adjacent
    }

    /// The number of vertices, edges and faces.
    pub(crate) fn len(&self) -> usize {
        let topology = self.candidates.topology();
        topology.vertices() + topology.edges().len() + topology.faces().len()
    }

    /// Sets the start and end positions.
    pub(crate) fn update<P: Float>(
        &mut self,
        [start, end]: [&[[P; D]]; 2],
        radius: P,
        watch: &Watch<'_>,
    ) -> Result<(), String> {
        let updated = if watch.is_parallel {
            self.candidates.par_update(start, end, radius)
        } else {
            self.candidates.update(start, end, radius)
        };
        updated.map_err(|error| error.to_string())
    }

    /// The candidates of a pairing.
    pub(crate) fn find(&mut self, pairing: Pairing, watch: &Watch<'_>) -> Lists {
        let Self {
            candidates,
            keeps_adjacent,
            spare,
        } = self;
        let search = Search {
            keeps_adjacent: *keeps_adjacent,
            spare,
            watch,
        };
        match pairing {
            Pairing::EdgeEdge => search.run(candidates.edge_edge()),
            Pairing::FaceFace => search.run(candidates.face_face()),
            Pairing::VertexEdge => search.run(candidates.vertex_edge()),
            Pairing::VertexFace => search.run(candidates.vertex_face()),
            Pairing::EdgeFace => search.run(candidates.edge_face()),
        }
    }

    /// The number of elements that may be the first of a pair.
    pub(crate) fn firsts(&self, pairing: Pairing) -> usize {
        let topology = self.candidates.topology();
        match pairing {
            Pairing::VertexEdge | Pairing::VertexFace => topology.vertices(),
            Pairing::EdgeEdge | Pairing::EdgeFace => topology.edges().len(),
            Pairing::FaceFace => topology.faces().len(),
        }
    }

    /// The numbers of elements that may be the first and the second of a pair.
    pub(crate) fn ends(&self, pairing: Pairing) -> [usize; 2] {
        let topology = self.candidates.topology();
        let second = match pairing {
            Pairing::EdgeEdge | Pairing::VertexEdge => topology.edges().len(),
            Pairing::FaceFace | Pairing::VertexFace | Pairing::EdgeFace => topology.faces().len(),
        };
        [self.firsts(pairing), second]
    }

    /// Returns lists for reuse by the next search.
    pub(crate) fn reuse(&self, lists: Lists) {
        self.spare.put(lists);
    }
}

/// How candidates are found.
struct Search<'a> {
    keeps_adjacent: bool,
    spare: &'a Spare,
    watch: &'a Watch<'a>,
}

impl Search<'_> {
    fn run<S: Float, const D: usize, const M: usize, const N: usize>(
        &self,
        query: MeshQuery<'_, S, D, M, N>,
    ) -> Lists {
        let tick = || self.watch.tick();
        let query = query.pulse(&tick);
        let query = if self.keeps_adjacent {
            query.keep_adjacent()
        } else {
            query
        };
        let new = || Pieces::reusing(self.watch, self.spare);
        let pieces = if self.watch.is_parallel {
            query.par_fold(new, |pieces, a, b| pieces.push(a, b))
        } else {
            let mut pieces = new();
            query.for_each_pair(|a, b| pieces.push(a, b));
            vec![pieces]
        };
        pieces.into_iter().flat_map(Pieces::into_lists).collect()
    }
}
