//! The boxes of the vertices, edges and faces of a moving mesh.

use alloc::vec::Vec;
use core::array;

use super::invalid_mesh::InvalidMesh;
use super::topology::Topology;
use super::tuning::COST_OF_BOX;
use crate::executor::Executor;
use crate::geometry::{Aabb, Real, Scalar, greater, lesser};

#[derive(Clone, Debug)]
pub(super) struct ElementBoxes<S, const D: usize> {
    pub(super) vertices: Vec<Aabb<S, D>>,
    pub(super) edges: Vec<Aabb<S, D>>,
    pub(super) faces: Vec<Aabb<S, D>>,
}

impl<S, const D: usize> Default for ElementBoxes<S, D> {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            edges: Vec::new(),
            faces: Vec::new(),
        }
    }
}

impl<S: Real, const D: usize> ElementBoxes<S, D> {
    /// Replaces all boxes. If a frame or the inflation is invalid, the boxes stay as they are.
    pub(super) fn update<P: Real>(
        &mut self,
        executor: impl Executor,
        topology: &Topology,
        frames: [&[[P; D]]; 2],
        inflation: P,
    ) -> Result<(), InvalidMesh> {
        let inflation = inflation.to_f64();
        if !(0.0..f64::INFINITY).contains(&inflation) {
            return Err(InvalidMesh::Inflation(inflation));
        }
        for (number, frame) in frames.into_iter().enumerate() {
            check_frame(number, frame, topology.vertices())?;
        }
        let [start, end] = frames;
        let vertices = topology.vertices();
        fill(executor, &mut self.vertices, vertices, |vertex| {
            swept(&start[vertex], &end[vertex], inflation)
        });
        let points = &self.vertices[..];
        fill(executor, &mut self.edges, topology.edges.len(), |edge| {
            around(points, &topology.edges[edge])
        });
        fill(executor, &mut self.faces, topology.faces.len(), |face| {
            around(points, &topology.faces[face])
        });
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        let lists = [&self.vertices, &self.edges, &self.faces];
        lists.map(Vec::capacity).iter().sum::<usize>() * size_of::<Aabb<S, D>>()
    }
}

fn check_frame<P: Real, const D: usize>(
    frame: usize,
    positions: &[[P; D]],
    vertices: usize,
) -> Result<(), InvalidMesh> {
    if positions.len() != vertices {
        return Err(InvalidMesh::Positions {
            frame,
            positions: positions.len(),
            vertices,
        });
    }
    let axis_of_nan = |position: &[P; D]| position.iter().position(|x| x.is_nan());
    let mut found = (0..).zip(positions.iter().map(axis_of_nan));
    match found.find_map(|(vertex, axis)| Some((vertex, axis?))) {
        None => Ok(()),
        Some((vertex, axis)) => Err(InvalidMesh::Nan {
            frame,
            vertex,
            axis,
        }),
    }
}

/// The box around the path from one position to another.
///
/// The sum and its conversion are rounded, both together by less than one step of `S`, and the last
/// step goes outward. So the box contains everything within `inflation` of a position.
#[inline(always)]
fn swept<P: Real, S: Real, const D: usize>(
    start: &[P; D],
    end: &[P; D],
    inflation: f64,
) -> Aabb<S, D> {
    let least = |axis: usize| lesser(start[axis], end[axis]).to_f64() - inflation;
    let most = |axis: usize| greater(start[axis], end[axis]).to_f64() + inflation;
    Aabb::from_ordered(
        array::from_fn(|axis| S::from_f64(least(axis)).next_down()),
        array::from_fn(|axis| S::from_f64(most(axis)).next_up()),
    )
}

/// The box around the boxes of some vertices.
#[inline(always)]
fn around<S: Scalar, const D: usize, const N: usize>(
    points: &[Aabb<S, D>],
    corners: &[u32; N],
) -> Aabb<S, D> {
    let mut aabb = points[corners[0] as usize];
    for &corner in &corners[1..] {
        aabb = aabb.union(&points[corner as usize]);
    }
    aabb
}

/// Replaces the contents of a list by the boxes of `0..len`. One thread writes them in place;
/// several threads share a list of pieces, which is the only memory that an update allocates.
pub(super) fn fill<S: Scalar, const D: usize>(
    executor: impl Executor,
    boxes: &mut Vec<Aabb<S, D>>,
    len: usize,
    aabb: impl Fn(usize) -> Aabb<S, D> + Sync,
) {
    boxes.clear();
    if !executor.shares(len, COST_OF_BOX) {
        return boxes.extend((0..len).map(aabb));
    }
    boxes.resize(len, Aabb::EVERYWHERE);
    let mut pieces: Vec<_> = boxes.chunks_mut(COST_OF_BOX.piece()).collect();
    executor.for_each_mut(&mut pieces, |number, piece| {
        for (index, place) in COST_OF_BOX.range(number, len).zip(piece.iter_mut()) {
            *place = aabb(index);
        }
    });
}
