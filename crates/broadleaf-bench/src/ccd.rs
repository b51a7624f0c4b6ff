//! Edge-edge and vertex-face candidates of a mesh in motion, without pairs that share a vertex.
//!
//! `peers/ccd_with_ipctk.py` does the same with a library for Python.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, KdSweep, PairFinder};
use broadleaf_scenes::Mesh;
use broadleaf_scenes::ccd::MovingMesh;
use broadleaf_scenes::checksum::{FrameSum, fold};

use crate::report::{Report, Timing};
use crate::sweep::Sweep;
use crate::{Arguments, progress, stopwatch};

/// The meshes of the comparison: folder and frames.
const MESHES: [(&str, [&str; 2]); 2] = [
    ("cloth-funnel", ["227.ply", "228.ply"]),
    ("cloth-ball", ["92.ply", "93.ply"]),
];

/// Two edges, or a vertex and a face.
type Pairs = Vec<[Id; 2]>;
type Find = fn(&MovingMesh<f32>, &mut Pairs);

/// Who finds edge-edge and vertex-face candidates from scratch.
struct Contender {
    name: &'static str,
    find: [Find; 2],
}

/// What all must find: Broadleaf's tree has been tested against brute force, which would take
/// minutes here.
const EXPECTED: [Find; 2] = [
    structure::edge_edge::<DynamicTree<f32, 3>>,
    structure::vertex_face::<DynamicTree<f32, 3>>,
];

const CONTENDERS: [Contender; 4] = [
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

/// Compares all contenders on the meshes that are there; with `--quick`, on the smaller one.
///
/// # Errors
/// If a mesh cannot be read, or a contender finds other pairs than Broadleaf's dynamic tree, which
/// is tested against brute force.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    for (name, frames) in MESHES
        .into_iter()
        .take(if arguments.quick { 1 } else { 2 })
        .filter(|(name, _)| name.contains(&arguments.scene))
    {
        let folder = arguments.data.join(name).join("frames");
        if !folder.is_dir() {
            eprintln!("SKIPPED: {} is not there", folder.display());
            continue;
        }
        let [start, end] =
            frames.map(|frame| Mesh::open(&folder.join(frame)).map_err(|error| error.to_string()));
        let mesh = MovingMesh::between(&start?, &end?).map_err(|error| error.to_string())?;
        compare(name, &mesh, arguments.rounds(), report)?;
    }
    Ok(())
}

fn compare(
    name: &str,
    mesh: &MovingMesh<f32>,
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let bar = progress::bar(name, rounds * CONTENDERS.len());
    let items = [mesh.edges.len(), mesh.vertices.len() + mesh.faces.len()];
    let mut pairs = Pairs::new();
    let expected = EXPECTED.map(|find| found(mesh, find, &mut pairs).1);
    for round in 0..rounds {
        // Everyone is first, second, third equally often.
        for turn in 0..CONTENDERS.len() {
            let Contender {
                name: contender,
                find,
            } = CONTENDERS[(turn + round) % CONTENDERS.len()];
            let [edge_edge, vertex_face] = find.map(|find| found(mesh, find, &mut pairs));
            if [edge_edge.1, vertex_face.1] != expected {
                return Err(format!(
                    "{contender} finds other candidates than DynamicTree on {name}"
                ));
            }
            let timing = |ms, sums: &[FrameSum]| {
                let pairs = sums.iter().map(|sum| sum.pairs).sum();
                Timing {
                    ms,
                    pairs: Some((
                        pairs,
                        sums.iter().fold(0, |checksum, &sum| fold(checksum, sum)),
                    )),
                    ..Timing::default()
                }
            };
            report.add(
                name,
                "edge-edge",
                contender,
                items[0],
                timing(edge_edge.0, &expected[..1]),
            );
            report.add(
                name,
                "vertex-face",
                contender,
                items[1],
                timing(vertex_face.0, &expected[1..]),
            );
            report.add(
                name,
                "both",
                contender,
                items[0] + items[1],
                timing(edge_edge.0 + vertex_face.0, &expected),
            );
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// How many milliseconds somebody takes, and the checksum of what they find.
fn found(mesh: &MovingMesh<f32>, find: Find, pairs: &mut Pairs) -> (f64, FrameSum) {
    pairs.clear();
    let ms = stopwatch::cpu_ms(|| find(mesh, pairs));
    (ms, FrameSum::of(pairs.iter().copied()))
}

/// Takes down a pair of edges.
fn push_edges(mesh: &MovingMesh<f32>, pairs: &mut Pairs, a: Id, b: Id) {
    if !mesh.edges_are_adjacent(a, b) {
        pairs.push([a, b]);
    }
}

/// Takes down a vertex and a face, numbered after the vertices: a checksum does not say which side
/// is which.
fn push_vertex_face(mesh: &MovingMesh<f32>, pairs: &mut Pairs, vertex: Id, face: Id) {
    if !mesh.vertex_is_in_face(vertex, face) {
        pairs.push([vertex, Id(face.0 + mesh.vertices.len() as u32)]);
    }
}

mod finder {
    use super::*;

    pub(super) fn edge_edge(mesh: &MovingMesh<f32>, pairs: &mut Pairs) {
        PairFinder::default().self_pairs(&mesh.edges, |a, b| push_edges(mesh, pairs, a, b));
    }

    pub(super) fn vertex_face(mesh: &MovingMesh<f32>, pairs: &mut Pairs) {
        PairFinder::default().cross_pairs(&mesh.vertices, &mesh.faces, |vertex, face| {
            push_vertex_face(mesh, pairs, vertex, face)
        });
    }
}

mod structure {
    use super::*;

    pub(super) fn edge_edge<B: BroadPhase<f32, 3> + Default>(
        mesh: &MovingMesh<f32>,
        pairs: &mut Pairs,
    ) {
        built::<B>(&mesh.edges).for_each_pair(|a, b| push_edges(mesh, pairs, a, b));
    }

    pub(super) fn vertex_face<B: BroadPhase<f32, 3> + Default>(
        mesh: &MovingMesh<f32>,
        pairs: &mut Pairs,
    ) {
        let (vertices, faces) = (built::<B>(&mesh.vertices), built::<B>(&mesh.faces));
        let ControlFlow::Continue(()) = vertices.try_for_each_pair_with(&faces, |vertex, face| {
            push_vertex_face(mesh, pairs, vertex, face);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    fn built<B: BroadPhase<f32, 3> + Default>(boxes: &[Aabb<f32, 3>]) -> B {
        let mut structure = B::default();
        structure.extend((0..).map(Id).zip(boxes.iter().copied()));
        structure
    }
}

mod sweep {
    use super::*;

    pub(super) fn edge_edge(mesh: &MovingMesh<f32>, pairs: &mut Pairs) {
        Sweep::default().visit(
            &mesh.edges,
            |_, _| true,
            |a, b| push_edges(mesh, pairs, Id(a), Id(b)),
        );
    }

    pub(super) fn vertex_face(mesh: &MovingMesh<f32>, pairs: &mut Pairs) {
        let (boxes, faces) = (
            [&mesh.vertices[..], &mesh.faces].concat(),
            mesh.vertices.len() as u32,
        );
        let is_worth = |a, b| (a < faces) != (b < faces);
        Sweep::default().visit(&boxes, is_worth, |vertex, face| {
            push_vertex_face(mesh, pairs, Id(vertex), Id(face - faces))
        });
    }
}
