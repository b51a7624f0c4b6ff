//! Edge-edge and vertex-face candidates of a moving mesh, without pairs that share a vertex.
//!
//! `peers/ccd_with_ipctk.py` does the same with a Python library.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::PathBuf;

use broadleaf::{Aabb, DynamicTree, Id, KdSweep, PairFinder, SpatialIndexMut};
use broadleaf_scenes::Mesh;
use broadleaf_scenes::ccd::MovingMesh;
use broadleaf_scenes::checksum::{FrameSum, fold};

use crate::arguments::Arguments;
use crate::report::{Report, Timing};
use crate::stopwatch;
use crate::sweep::Sweep;
use crate::turns::take_turns;

/// The folder in this repository with the first mesh.
const DATA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../broadleaf-scenes/tests/data"
);
/// The meshes to compare: a folder and two frames each.
const MESHES: [(&str, [&str; 2]); 2] = [
    ("cloth-funnel", ["227.ply", "228.ply"]),
    ("cloth-ball", ["92.ply", "93.ply"]),
];

/// Pairs of two edges, or of a vertex and a face.
type Pairs = Vec<[Id; 2]>;
type Find = fn(&mut MovingMesh<f32>, &mut Pairs);

/// A method that finds edge-edge and vertex-face candidates from scratch.
struct Contender {
    name: &'static str,
    find: [Find; 2],
}

/// Finds the expected candidates. Other tests compare this tree with brute force, which would take
/// minutes here.
const EXPECTED: [Find; 2] = [
    structure::edge_edge::<DynamicTree<f32, 3>>,
    structure::vertex_face::<DynamicTree<f32, 3>>,
];

const CONTENDERS: [Contender; 5] = [
    Contender {
        name: "broadleaf MeshCandidates",
        find: [candidates::edge_edge, candidates::vertex_face],
    },
    Contender {
        name: "broadleaf PairFinder",
        find: [finder::edge_edge, finder::vertex_face],
    },
    Contender {
        name: "broadleaf DynamicTree",
        find: EXPECTED,
    },
    Contender {
        name: "broadleaf KdSweep",
        find: [
            structure::edge_edge::<KdSweep<f32, 3>>,
            structure::vertex_face::<KdSweep<f32, 3>>,
        ],
    },
    Contender {
        name: "sorted sweep",
        find: [sweep::edge_edge, sweep::vertex_face],
    },
];

/// Compares all contenders on both meshes; only on the smaller one, which is in this repository,
/// with `--quick` or without the data.
///
/// # Errors
/// If a mesh cannot be read, or if the candidates of a contender differ from those of
/// `DynamicTree`.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let given = arguments.data();
    if given.is_none() {
        eprintln!("SKIPPED: cloth-ball needs --data FOLDER or BROADLEAF_CCD_DATA");
    }
    let all = given.is_some() && !arguments.quick;
    let data = given.unwrap_or_else(|| PathBuf::from(DATA));
    for (name, frames) in MESHES
        .into_iter()
        .take(if all { 2 } else { 1 })
        .filter(|(name, _)| name.contains(&arguments.scene))
    {
        let folder = data.join(name).join("frames");
        let [start, end] =
            frames.map(|frame| Mesh::open(&folder.join(frame)).map_err(|error| error.to_string()));
        let mut mesh = MovingMesh::between(&start?, &end?).map_err(|error| error.to_string())?;
        compare(name, &mut mesh, arguments.rounds(), report)?;
    }
    Ok(())
}

fn compare(
    name: &str,
    mesh: &mut MovingMesh<f32>,
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let (edges, others) = (
        mesh.edges().len(),
        mesh.vertices().len() + mesh.faces().len(),
    );
    let mut pairs = Pairs::new();
    let expected = EXPECTED.map(|find| found(mesh, find, &mut pairs).1);
    take_turns(name, rounds, &CONTENDERS, |contender| {
        let [ee, vf] = contender.find.map(|find| found(mesh, find, &mut pairs));
        let contender = contender.name;
        if [ee.1, vf.1] != expected {
            return Err(format!(
                "the candidates of {contender} differ from those of DynamicTree on {name}"
            ));
        }
        for (task, items, ms, sums) in [
            ("edge-edge", edges, ee.0, &expected[..1]),
            ("vertex-face", others, vf.0, &expected[1..]),
            ("both", edges + others, ee.0 + vf.0, &expected[..]),
        ] {
            report.add(name, task, contender, items, timing(ms, sums));
        }
        Ok(())
    })
}

fn timing(ms: f64, sums: &[FrameSum]) -> Timing {
    let pairs = sums.iter().map(|sum| sum.pairs).sum();
    let checksum = sums.iter().fold(0, |checksum, &sum| fold(checksum, sum));
    Timing {
        ms,
        pairs: Some((pairs, checksum)),
        ..Timing::default()
    }
}

/// The milliseconds of a search, and the checksum of its pairs.
fn found(mesh: &mut MovingMesh<f32>, find: Find, pairs: &mut Pairs) -> (f64, FrameSum) {
    pairs.clear();
    let ms = stopwatch::cpu_ms(|| find(mesh, pairs));
    (ms, FrameSum::of(pairs.iter().copied()))
}

/// Adds a pair of edges, unless they share a vertex.
fn push_edges(mesh: &MovingMesh<f32>, pairs: &mut Pairs, a: Id, b: Id) {
    if !mesh.edges_are_adjacent(a, b) {
        pairs.push([a, b]);
    }
}

/// Adds a vertex and a face, unless the vertex is in the face. Faces are numbered after the
/// vertices, because the checksum ignores the order of a pair.
fn push_vertex_face(mesh: &MovingMesh<f32>, pairs: &mut Pairs, vertex: Id, face: Id) {
    if !mesh.vertex_is_in_face(vertex, face) {
        pairs.push([vertex, Id(face.0 + mesh.vertices().len() as u32)]);
    }
}

mod candidates {
    use super::*;

    pub(super) fn edge_edge(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        mesh.candidates.edge_edge().unsorted_pairs_into(pairs);
    }

    pub(super) fn vertex_face(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        let first_face = mesh.vertices().len() as u32;
        mesh.candidates.vertex_face().unsorted_pairs_into(pairs);
        pairs.iter_mut().for_each(|[_, face]| face.0 += first_face);
    }
}

mod finder {
    use super::*;

    pub(super) fn edge_edge(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        let mut finder = PairFinder::new();
        let query = finder
            .within(mesh.edges())
            .expect("edges have 32-bit numbers");
        query.for_each_pair(|a, b| push_edges(mesh, pairs, a, b));
    }

    pub(super) fn vertex_face(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        let mut finder = PairFinder::new();
        let query = finder
            .between(mesh.vertices(), mesh.faces())
            .expect("vertices and faces have 32-bit numbers");
        query.for_each_pair(|vertex, face| push_vertex_face(mesh, pairs, vertex, face));
    }
}

mod structure {
    use super::*;

    pub(super) fn edge_edge<B: SpatialIndexMut<f32, 3> + Default>(
        mesh: &mut MovingMesh<f32>,
        pairs: &mut Pairs,
    ) {
        built::<B>(mesh.edges()).for_each_pair(|a, b| push_edges(mesh, pairs, a, b));
    }

    pub(super) fn vertex_face<B: SpatialIndexMut<f32, 3> + Default>(
        mesh: &mut MovingMesh<f32>,
        pairs: &mut Pairs,
    ) {
        let (vertices, faces) = (built::<B>(mesh.vertices()), built::<B>(mesh.faces()));
        let ControlFlow::Continue(()) = vertices.try_for_each_cross_pair(&faces, |vertex, face| {
            push_vertex_face(mesh, pairs, vertex, face);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    fn built<B: SpatialIndexMut<f32, 3> + Default>(boxes: &[Aabb<f32, 3>]) -> B {
        let mut structure = B::default();
        structure.extend((0..).map(Id).zip(boxes.iter().copied()));
        structure
    }
}

mod sweep {
    use super::*;

    pub(super) fn edge_edge(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        Sweep::default().visit(
            mesh.edges(),
            |_, _| true,
            |a, b| push_edges(mesh, pairs, Id(a), Id(b)),
        );
    }

    pub(super) fn vertex_face(mesh: &mut MovingMesh<f32>, pairs: &mut Pairs) {
        let (boxes, faces) = (
            [mesh.vertices(), mesh.faces()].concat(),
            mesh.vertices().len() as u32,
        );
        let is_candidate = |a, b| (a < faces) != (b < faces);
        Sweep::default().visit(&boxes, is_candidate, |vertex, face| {
            push_vertex_face(mesh, pairs, Id(vertex), Id(face - faces));
        });
    }
}
