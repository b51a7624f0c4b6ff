//! `broadleaf ccd`: the candidates of a moving mesh.

use std::path::{Path, PathBuf};
use std::time::Instant;

use broadleaf::geometry::Real;
use broadleaf::{Aabb, Id, SpatialIndex};
use broadleaf_any::{AnyStructure, StructureKind};
use broadleaf_scenes::ccd::MovingMesh;
use broadleaf_scenes::{Mesh, Skipped, read_pairs};
use serde::Serialize;

use crate::args::{CcdArgs, CcdNumber};
use crate::error::CliError;
use crate::output::{print_json, warn, warn_skipped};
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::scene_facts::Passed;
use crate::structure::Chosen;
use crate::table::{count, ms, print_facts};

/// The result; the fields are the keys of the JSON output.
#[derive(Debug, Serialize)]
struct Found {
    #[serde(flatten)]
    chosen: Chosen,
    vertices: usize,
    edges: usize,
    faces: usize,
    /// Candidates without adjacent pairs, which share a vertex.
    ee: usize,
    vf: usize,
    /// All candidates, adjacent pairs included.
    ee_adjacent_kept: usize,
    vf_adjacent_kept: usize,
    /// The number of pairs in the ground truth, and the number of those that are candidates.
    ee_truth: Option<usize>,
    ee_truth_found: Option<usize>,
    vf_truth: Option<usize>,
    vf_truth_found: Option<usize>,
    /// The time of both searches, including building but not reading or writing files.
    ms: f64,
    /// What the readers of both meshes skipped.
    skipped: Vec<Passed>,
}

pub(crate) fn run(args: &CcdArgs) -> Result<(), CliError> {
    if let Some(out) = &args.out {
        let truths = [&args.truth_ee, &args.truth_vf].into_iter().flatten();
        let inputs = [&args.start, &args.end].into_iter().chain(truths);
        refuse_overwrite(inputs.map(PathBuf::as_path), out)?;
    }
    let found = match args.scalar {
        CcdNumber::F32 => {
            warn("the boxes are rounded outward to f32");
            find::<f32>(args)?
        }
        CcdNumber::F64 => find::<f64>(args)?,
    };
    if args.json {
        print_json("ccd", &found)?;
    } else {
        print_found(&found)?;
    }
    let missed =
        |truth: Option<usize>, found: Option<usize>| truth.unwrap_or(0) - found.unwrap_or(0);
    match missed(found.ee_truth, found.ee_truth_found)
        + missed(found.vf_truth, found.vf_truth_found)
    {
        0 => Ok(()),
        missed => Err(CliError::Check(format!(
            "{missed} of the pairs in the ground truth are not among the candidates"
        ))),
    }
}

fn find<S: Real>(args: &CcdArgs) -> Result<Found, CliError> {
    let clock = progress::clock("reading the meshes");
    let (first, last) = (Mesh::open(&args.start)?, Mesh::open(&args.end)?);
    let mut skipped = Skipped::default();
    for (path, mesh) in [(&args.start, &first), (&args.end, &last)] {
        warn_skipped(Some(path), mesh.skipped());
        skipped.extend(mesh.skipped());
    }
    let mut mesh = MovingMesh::<S>::between(&first, &last).map_err(|error| {
        CliError::input(format!(
            "{} and {}: {error}",
            args.start.display(),
            args.end.display()
        ))
    })?;
    let truth = |path: &Option<PathBuf>| path.as_ref().map(|path| read_pairs(path)).transpose();
    let (truth_ee, truth_vf) = (truth(&args.truth_ee)?, truth(&args.truth_vf)?);
    // The structure for many boxes, since each is built for a single query.
    let chosen = args.structure.for_pairs(usize::MAX, 3)?;

    clock.set_message("finding the candidates");
    let start = Instant::now();
    let (mut edge_pairs, mut vertex_faces) = match chosen.kind() {
        StructureKind::PencilSweep => with_finder(&mut mesh),
        _ => with_structure(&mesh, &chosen)?,
    };
    let ms = start.elapsed().as_secs_f64() * 1e3;
    clock.set_message("comparing and writing the candidates");

    let (ee_adjacent_kept, vf_adjacent_kept) = (edge_pairs.len(), vertex_faces.len());
    let ee = edge_pairs
        .iter()
        .filter(|&&[a, b]| !mesh.edges_are_adjacent(a, b))
        .count();
    let vf = vertex_faces
        .iter()
        .filter(|&&[vertex, face]| !mesh.vertex_is_in_face(vertex, face))
        .count();
    edge_pairs.sort_unstable();
    vertex_faces.sort_unstable();
    let edge = |number| mesh.edge_by_number(number);
    let ee_truth_found = truth_ee
        .as_ref()
        .map(|truth| count_found(truth, &edge_pairs, edge, edge))
        .transpose()?;
    let (vertex, face) = (
        |number| mesh.vertex_by_number(number),
        |number| mesh.face_by_number(number),
    );
    let vf_truth_found = truth_vf
        .as_ref()
        .map(|truth| count_found(truth, &vertex_faces, vertex, face))
        .transpose()?;
    if !args.keep_adjacent {
        edge_pairs.retain(|&[a, b]| !mesh.edges_are_adjacent(a, b));
        vertex_faces.retain(|&[vertex, face]| !mesh.vertex_is_in_face(vertex, face));
    }
    if let Some(path) = &args.out {
        write_pairs(path, &edge_pairs, &vertex_faces)
            .map_err(|error| CliError::input(format!("{}: {error}", path.display())))?;
    }
    clock.finish_and_clear();
    let (vertices, edges, faces) = (
        mesh.vertices().len(),
        mesh.edges().len(),
        mesh.faces().len(),
    );
    let (ee_truth, vf_truth) = (
        truth_ee.map(|truth| truth.len()),
        truth_vf.map(|truth| truth.len()),
    );
    Ok(Found {
        chosen,
        vertices,
        edges,
        faces,
        ee,
        vf,
        ee_adjacent_kept,
        vf_adjacent_kept,
        ee_truth,
        ee_truth_found,
        vf_truth,
        vf_truth_found,
        ms,
        skipped: Passed::all(&skipped),
    })
}

/// The edge-edge pairs and the vertex-face pairs.
type PairLists = (Vec<[Id; 2]>, Vec<[Id; 2]>);

/// Finds all candidates with a `PairFinder`.
fn with_finder<S: Real>(mesh: &mut MovingMesh<S>) -> PairLists {
    let edge_pairs = mesh.candidates.edge_edge().keep_adjacent().unsorted_pairs();
    let vertex_faces = mesh
        .candidates
        .vertex_face()
        .keep_adjacent()
        .unsorted_pairs();
    (edge_pairs, vertex_faces)
}

/// Finds all candidates with a structure.
fn with_structure<S: Real>(mesh: &MovingMesh<S>, chosen: &Chosen) -> Result<PairLists, CliError> {
    let built = |boxes: &[Aabb<S, 3>]| -> Result<AnyStructure<S, 3>, CliError> {
        let mut structure = chosen.empty()?;
        structure.extend((0..).map(Id).zip(boxes.iter().copied()));
        Ok(structure)
    };
    let (mut edge_pairs, mut vertex_faces) = (Vec::new(), Vec::new());
    built(mesh.edges())?.for_each_pair(|a, b| edge_pairs.push([a, b]));
    built(mesh.vertices())?.for_each_cross_pair(&built(mesh.faces())?, |vertex, face| {
        vertex_faces.push([vertex, face]);
    });
    Ok((edge_pairs, vertex_faces))
}

/// Counts the pairs of the ground truth that are among the sorted candidates, in either order.
fn count_found(
    truth: &[[u32; 2]],
    candidates: &[[Id; 2]],
    first: impl Fn(u32) -> Option<Id>,
    second: impl Fn(u32) -> Option<Id>,
) -> Result<usize, CliError> {
    let mut found = 0;
    for &[a, b] in truth {
        let either_way: Vec<_> = [(a, b), (b, a)]
            .into_iter()
            .filter_map(|(a, b)| Some([first(a)?, second(b)?]))
            .collect();
        if either_way.is_empty() {
            return Err(CliError::input(format!(
                "the ground truth has the pair {a}, {b}, but the mesh has no such edges, vertices or faces"
            )));
        }
        found += usize::from(
            either_way
                .iter()
                .any(|pair| candidates.binary_search(pair).is_ok()),
        );
    }
    Ok(found)
}

fn write_pairs(path: &Path, edges: &[[Id; 2]], vertex_faces: &[[Id; 2]]) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(path)?;
    writer.write_record(["kind", "a", "b"])?;
    for (kind, pairs) in [("ee", edges), ("vf", vertex_faces)] {
        for [a, b] in pairs {
            writer.write_record([kind, &a.to_string(), &b.to_string()])?;
        }
    }
    Ok(writer.flush()?)
}

fn print_found(found: &Found) -> Result<(), CliError> {
    let number = |number: usize| count(number as u64);
    let truth = |truth: Option<usize>, found: Option<usize>| match (truth, found) {
        (Some(truth), Some(found)) => format!(
            ", including {} of {} pairs of the ground truth",
            number(found),
            number(truth)
        ),
        _ => String::new(),
    };
    print_facts(&[
        (
            "mesh",
            format!(
                "{} vertices, {} edges, {} faces",
                number(found.vertices),
                number(found.edges),
                number(found.faces)
            ),
        ),
        (
            "edge-edge",
            format!(
                "{} ({} including pairs that share a vertex){}",
                number(found.ee),
                number(found.ee_adjacent_kept),
                truth(found.ee_truth, found.ee_truth_found)
            ),
        ),
        (
            "vertex-face",
            format!(
                "{} ({} including pairs that share a vertex){}",
                number(found.vf),
                number(found.vf_adjacent_kept),
                truth(found.vf_truth, found.vf_truth_found)
            ),
        ),
        (
            "time",
            format!("{} without reading and writing files", ms(found.ms)),
        ),
    ])
}
