//! Cloth in motion: finds the vertices and faces that may collide during a step.
//!
//! No box is stored: each is computed from the mesh when it is read.
//! `cargo run --package broadleaf --features rayon --example cloth`

use broadleaf::geometry::from_fn;
use broadleaf::{Aabb, Id, PairFinder};

/// A square cloth of `SIDE` by `SIDE` vertices that is folded onto itself during the step.
const SIDE: usize = 64;

/// The vertices before (`fold` = 0) and after the step.
fn vertices(fold: f32) -> Vec<[f32; 3]> {
    let at = |x: f32, y: f32| [x - fold * x, y, fold * x / SIDE as f32];
    let lattice = (0..SIDE * SIDE).map(|i| at((i % SIDE) as f32, (i / SIDE) as f32));
    lattice.collect()
}

/// Two triangles for each cell of the lattice, by the indices of their vertices.
fn faces() -> Vec<[usize; 3]> {
    let cells = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE < SIDE - 1);
    let triangles = |i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]];
    cells.flat_map(triangles).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (before, after, faces) = (vertices(0.0), vertices(0.9), faces());
    // The box around the path of a vertex, grown by the thickness of the cloth.
    let path = |vertex: usize| {
        let [start, end] = [before[vertex], after[vertex]].map(Aabb::point);
        start.union(&end).expanded(0.01)
    };
    let vertex_boxes = from_fn(before.len(), path);
    let face_boxes = from_fn(faces.len(), |face| {
        let [a, b, c] = faces[face].map(path);
        a.union(&b).union(&c)
    });

    let mut finder = PairFinder::default();
    let candidates = finder.between(&vertex_boxes, &face_boxes)?;
    // Each piece of work has its own list, so there is no lock, and dropped pairs are never stored.
    let found: Vec<[Id; 2]> = candidates
        .par_fold(Vec::new, |found, vertex, face| {
            if !faces[face.index()].contains(&vertex.index()) {
                found.push([vertex, face]);
            }
        })
        .concat();
    println!("{} candidates of {} faces", found.len(), faces.len());
    assert!(!found.is_empty());
    Ok(())
}
