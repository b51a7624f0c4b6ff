//! A closed surface of triangles.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::iter::successors;

use broadleaf::Aabb;

use crate::mesh::Mesh;
use crate::random::Random;

/// A closed triangle mesh like a scanned rock: a ball with bumps of many sizes, whose triangles
/// have up to sixteen times shorter edges near some features than elsewhere. Consecutive triangles
/// are neighbors on the surface. The mean edge of their boxes is 1.
///
/// The surface is star-shaped around the origin, so it does not intersect itself. Every edge
/// belongs to two triangles, which are counterclockwise when seen from outside. A closed surface
/// has an even number of triangles, at least 8: the mesh has `faces` triangles or the next larger
/// such number.
///
/// To get more triangles, the edge that is longest relative to the wanted fineness is split near
/// its middle, after any longer edge of its triangles (Rivara 1997). This takes O(n log n) time.
///
/// ```
/// let mesh = broadleaf_scenes::bumpy_surface(1_000, 1);
/// assert_eq!(mesh.faces().len(), 1_000);
/// assert_eq!(mesh.vertices().len(), 502); // Euler: vertices - edges + faces = 2
/// ```
#[must_use]
pub fn bumpy_surface(faces: usize, seed: u64) -> Mesh {
    let mut random = Random::new(seed);
    let shape = Shape::new(&mut random);
    let mut refined = Refined::octahedron(&shape);
    while refined.triangles.len() < faces {
        refined.refine(&shape, &mut random);
    }
    refined.into_mesh()
}

/// The boxes of the first triangles of the surface.
pub(super) fn boxes(faces: usize, seed: u64) -> Vec<Aabb<f32, 3>> {
    let mut boxes = bumpy_surface(faces, seed).triangle_boxes();
    boxes.truncate(faces);
    boxes
}

/// The boxes of the first edges of the surface.
pub(super) fn edge_boxes(edges: usize, seed: u64) -> Vec<Aabb<f32, 3>> {
    // A closed surface has three edges for two triangles, and at least twelve.
    let mut boxes = bumpy_surface((2 * edges).div_ceil(3), seed).edge_boxes();
    boxes.truncate(edges);
    boxes
}

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|x| factor * x)
}

fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn normalized(a: Vector) -> Vector {
    scaled(a, libm::sqrt(dot(a, a)).recip())
}

fn random_direction(random: &mut Random) -> Vector {
    normalized([0.0; 3].map(|_| random.normal()))
}

/// The distance of the surface from the origin, and the fineness of the mesh, by direction.
struct Shape {
    bumps: Vec<Bump>,
    features: Vec<Feature>,
}

/// A wave through space.
struct Bump {
    along: Vector,
    phase: f64,
    height: f64,
}

/// A region where the mesh is finer.
struct Feature {
    direction: Vector,
    /// Larger for smaller features.
    sharpness: f64,
}

impl Shape {
    const OCTAVES: i32 = 6;
    const BUMPS_PER_OCTAVE: usize = 4;
    const FEATURES: usize = 7;
    /// The factor by which edges are shorter at a feature.
    const REFINEMENT: f64 = 16.0;

    fn new(random: &mut Random) -> Self {
        let octaves = (0..Self::OCTAVES).map(|octave| f64::from(1 << octave));
        let bumps = octaves
            .flat_map(|frequency| [frequency; Self::BUMPS_PER_OCTAVE])
            .map(|frequency| Bump {
                along: scaled(random_direction(random), 2.0 * frequency),
                phase: random.between(0.0, std::f64::consts::TAU),
                height: 0.06 / frequency,
            })
            .collect();
        let features = (0..Self::FEATURES)
            .map(|_| Feature {
                direction: random_direction(random),
                sharpness: random.between(20.0, 200.0),
            })
            .collect();
        Self { bumps, features }
    }

    fn point(&self, direction: Vector) -> Vector {
        let wave = |bump: &Bump| bump.height * libm::sin(dot(bump.along, direction) + bump.phase);
        let height: f64 = self.bumps.iter().map(wave).sum();
        scaled(direction, 1.0 + height)
    }

    /// The factor by which an edge in this direction counts as longer.
    fn fineness(&self, direction: Vector) -> f64 {
        let near = |feature: &Feature| {
            libm::exp(feature.sharpness * (dot(feature.direction, direction) - 1.0))
        };
        let nearest = self.features.iter().map(near).fold(0.0, f64::max);
        1.0 + (Self::REFINEMENT - 1.0) * nearest
    }
}

/// An edge waiting to be split.
#[derive(PartialEq)]
struct Waiting {
    weight: f64,
    edge: u32,
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_edge = || other.edge.cmp(&self.edge);
        self.weight.total_cmp(&other.weight).then_with(by_edge)
    }
}

/// A mesh that is being refined, in half-edges: side `i` of triangle `t` is the half-edge
/// `3 t + i`, from one vertex to the next.
struct Refined {
    directions: Vec<Vector>,
    points: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    /// For each half-edge, the one in the opposite direction, and their edge.
    twins: Vec<u32>,
    edges: Vec<u32>,
    /// For each edge, one of its half-edges, or `NONE` after it is split, and its length.
    halves: Vec<u32>,
    lengths: Vec<f64>,
    /// The order of the triangles: new ones follow the triangle that they were split from.
    next: Vec<u32>,
    waiting: BinaryHeap<Waiting>,
}

const NONE: u32 = u32::MAX;

impl Refined {
    /// The initial mesh: eight triangles, one for each combination of signs.
    fn octahedron(shape: &Shape) -> Self {
        let mut mesh = Self {
            directions: Vec::new(),
            points: Vec::new(),
            triangles: Vec::new(),
            twins: vec![NONE; 24],
            edges: vec![NONE; 24],
            halves: Vec::new(),
            lengths: Vec::new(),
            next: (1..8).chain([NONE]).collect(),
            waiting: BinaryHeap::new(),
        };
        for corner in 0..6 {
            let mut direction = [0.0; 3];
            direction[corner / 2] = if corner % 2 == 0 { 1.0 } else { -1.0 };
            mesh.add_vertex(direction, shape);
        }
        for signs in 0..8_u32 {
            let [x, y, z] = [0, 1, 2].map(|axis| 2 * axis + (signs >> axis & 1));
            let is_mirrored = signs.count_ones() % 2 == 1;
            mesh.triangles
                .push(if is_mirrored { [x, z, y] } else { [x, y, z] });
        }
        let mut single = BTreeMap::new();
        for half in 0..24 {
            let [from, to] = mesh.ends(half);
            match single.remove(&[to, from]) {
                Some(twin) => mesh.add_edge(half, twin, shape),
                None => _ = single.insert([from, to], half),
            }
        }
        mesh
    }

    fn add_vertex(&mut self, direction: Vector, shape: &Shape) -> u32 {
        self.directions.push(direction);
        self.points.push(shape.point(direction));
        self.points.len() as u32 - 1
    }

    /// The vertices at the start and at the end of a half-edge.
    fn ends(&self, half: u32) -> [u32; 2] {
        let triangle = self.triangles[half as usize / 3];
        [half % 3, (half + 1) % 3].map(|corner| triangle[corner as usize])
    }

    /// Joins two half-edges to a new edge.
    fn add_edge(&mut self, half: u32, twin: u32, shape: &Shape) {
        let edge = self.halves.len() as u32;
        self.halves.push(half);
        for (half, twin) in [(half, twin), (twin, half)] {
            self.twins[half as usize] = twin;
            self.edges[half as usize] = edge;
        }
        let ends = self.ends(half);
        let [from, to] = ends.map(|vertex| self.points[vertex as usize]);
        let [start, end] = ends.map(|vertex| self.directions[vertex as usize]);
        let across = sum(to, scaled(from, -1.0));
        let fineness = shape.fineness(normalized(sum(start, end)));
        let length = libm::sqrt(dot(across, across));
        self.lengths.push(length);
        let weight = length * fineness;
        self.waiting.push(Waiting { weight, edge });
    }

    /// Splits the edge with the largest weight, or first a longer edge of its triangles, so that no
    /// triangle becomes thin.
    fn refine(&mut self, shape: &Shape, random: &mut Random) {
        let is_whole = |waiting: &Waiting| self.halves[waiting.edge as usize] != NONE;
        while self
            .waiting
            .peek()
            .is_some_and(|waiting| !is_whole(waiting))
        {
            self.waiting.pop();
        }
        let Some(&Waiting { edge, .. }) = self.waiting.peek() else {
            return;
        };
        let mut longest = edge;
        while let Some(longer) = self.longer_edge(longest) {
            longest = longer;
        }
        self.split(longest, random.between(0.4, 0.6), shape);
    }

    /// An edge of the same triangle that is longer, if any.
    fn longer_edge(&self, edge: u32) -> Option<u32> {
        let length = |edge: u32| (self.lengths[edge as usize], edge);
        let half = self.halves[edge as usize];
        [half, self.twins[half as usize]]
            .into_iter()
            .flat_map(|half| [0, 1, 2].map(|side| self.edges[(half - half % 3 + side) as usize]))
            .find(|&other| length(other) > length(edge))
    }

    /// Splits an edge at a fraction of its length, and both its triangles.
    fn split(&mut self, edge: u32, share: f64, shape: &Shape) {
        let half = std::mem::replace(&mut self.halves[edge as usize], NONE);
        let twin = self.twins[half as usize];
        let [from, to] = self
            .ends(half)
            .map(|vertex| self.directions[vertex as usize]);
        let between = sum(scaled(from, 1.0 - share), scaled(to, share));
        let middle = self.add_vertex(normalized(between), shape);
        let rest = self.split_triangle(half, middle, shape);
        let twin_rest = self.split_triangle(twin, middle, shape);
        self.add_edge(half, twin_rest, shape);
        self.add_edge(rest, twin, shape);
    }

    /// Splits a triangle from a new vertex on one of its sides. The half-edge is shortened to that
    /// vertex; returns the other half of the side.
    fn split_triangle(&mut self, half: u32, middle: u32, shape: &Shape) -> u32 {
        let (triangle, side) = (half / 3, half % 3);
        let [second, third] = [1, 2].map(|step| 3 * triangle + (side + step) % 3);
        let [to, apex] = self.ends(second);
        let added = 3 * self.triangles.len() as u32;
        self.triangles.push([middle, to, apex]);
        self.twins.extend([NONE; 3]);
        self.edges.extend([NONE; 3]);
        self.next.push(self.next[triangle as usize]);
        self.next[triangle as usize] = added / 3;
        // The second side belongs to the new triangle.
        let (twin, edge) = (self.twins[second as usize], self.edges[second as usize]);
        self.twins[added as usize + 1] = twin;
        self.twins[twin as usize] = added + 1;
        self.edges[added as usize + 1] = edge;
        self.halves[edge as usize] = added + 1;
        let corner = second % 3;
        self.triangles[triangle as usize][corner as usize] = middle;
        debug_assert_eq!(self.ends(third)[0], apex);
        self.add_edge(second, added + 2, shape);
        added
    }

    /// The mesh, with triangles in list order and vertices in the order in which the triangles use
    /// them. The mean edge of the triangles' boxes is 1.
    fn into_mesh(self) -> Mesh {
        let follow = |&triangle: &u32| Some(self.next[triangle as usize]).filter(|&t| t != NONE);
        let order = successors(Some(0), follow);
        let mut numbers = vec![NONE; self.points.len()];
        let mut points = Vec::with_capacity(self.points.len());
        let mut faces = Vec::with_capacity(self.triangles.len());
        for triangle in order {
            faces.push(self.triangles[triangle as usize].map(|vertex| {
                let number = &mut numbers[vertex as usize];
                if *number == NONE {
                    *number = points.len() as u32;
                    points.push(self.points[vertex as usize]);
                }
                *number
            }));
        }
        let scale = mean_extent(&points, &faces).recip();
        points
            .iter_mut()
            .for_each(|point| *point = scaled(*point, scale));
        Mesh::try_new(points, faces).expect("the vertices are finite and there")
    }
}

/// The mean edge of the boxes of these triangles.
fn mean_extent(points: &[Vector], faces: &[[u32; 3]]) -> f64 {
    let extent = |axis: usize| {
        let on_axis = move |face: &[u32; 3]| {
            let [a, b, c] = face.map(|vertex| points[vertex as usize][axis]);
            a.max(b).max(c) - a.min(b).min(c)
        };
        faces.iter().map(on_axis).sum::<f64>()
    };
    (0..3).map(extent).sum::<f64>() / (3 * faces.len()) as f64
}
