//! How boxes move from frame to frame.

use std::f64::consts::TAU;

use broadleaf::Aabb;

use super::layout::Layout;
use crate::random::Random;
use crate::scene::Frames;

/// How boxes move. Speeds and steps are in mean edges per frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Motion {
    Still,
    /// A fraction of the boxes moves straight ahead and turns back at the walls.
    Drift {
        share: f64,
        speed: f64,
    },
    /// Every box moves by a random step.
    Brownian {
        step: f64,
    },
    /// All boxes move along the first axis; a box that leaves the window reappears at the other
    /// end.
    Window {
        speed: f64,
    },
}

impl<const D: usize> Layout<D> {
    pub(super) fn moving(self, motion: Motion, random: &mut Random) -> MovingBoxes<D> {
        MovingBoxes::new(self, motion, random)
    }
}

/// Boxes with their motion.
#[derive(Clone, Debug)]
pub(super) struct MovingBoxes<const D: usize> {
    layout: Layout<D>,
    velocities: Vec<[f64; D]>,
    motion: Motion,
}

impl<const D: usize> MovingBoxes<D> {
    fn new(layout: Layout<D>, motion: Motion, random: &mut Random) -> Self {
        let moving = if let Motion::Drift { share, .. } = motion {
            (share * layout.centers.len() as f64) as usize
        } else {
            0
        };
        let speed = if let Motion::Drift { speed, .. } = motion {
            speed
        } else {
            0.0
        };
        let velocities = (0..moving)
            .map(|_| [0.0; D].map(|_| random.between(-speed, speed)))
            .collect();
        Self {
            layout,
            velocities,
            motion,
        }
    }

    fn boxes(&self) -> Vec<Aabb<f32, D>> {
        let Layout {
            centers, halves, ..
        } = &self.layout;
        let corner = |center: &[f64; D], half: &[f64; D], sign: f64| {
            std::array::from_fn(|axis| (center[axis] + sign * half[axis]) as f32)
        };
        centers
            .iter()
            .zip(halves)
            .map(|(center, half)| Aabb::new(corner(center, half, -1.0), corner(center, half, 1.0)))
            .collect()
    }

    /// The next frames, starting with the current positions.
    pub(super) fn frames(mut self, name: &str, frames: usize, mut random: Random) -> Frames<D> {
        let boxes = self.layout.centers.len();
        let source = (0..frames).map(move |frame| {
            if frame > 0 {
                self.advance(&mut random);
            }
            Ok(self.boxes())
        });
        Frames::new(name, boxes, frames, source)
    }

    fn advance(&mut self, random: &mut Random) {
        let Layout { centers, side, .. } = &mut self.layout;
        match self.motion {
            Motion::Still => {}
            Motion::Drift { .. } => {
                for (x, v) in centers
                    .iter_mut()
                    .flatten()
                    .zip(self.velocities.iter_mut().flatten())
                {
                    *x += *v;
                    // Boxes outside turn back, unless they already move back.
                    if (*x < 0.0 && *v < 0.0) || (*x > *side && *v > 0.0) {
                        *v = -*v;
                    }
                }
            }
            Motion::Brownian { step } => centers
                .iter_mut()
                .flatten()
                .for_each(|x| *x += random.between(-step, step)),
            Motion::Window { speed } => {
                for center in centers.iter_mut() {
                    center[0] -= speed;
                    if center[0] < 0.0 {
                        *center = [0.0; D].map(|_| random.between(0.0, *side));
                        center[0] = *side;
                    }
                }
            }
        }
    }
}

/// A waving sheet of `per_side` × `per_side` vertices, or a rope in 2D. Its boxes enclose the edges
/// at the start and at the end of a frame.
#[derive(Clone, Debug)]
pub(super) struct Cloth {
    edges: usize,
    per_side: usize,
    frame: usize,
}

impl Cloth {
    pub(super) fn new(edges: usize) -> Self {
        Self {
            edges,
            per_side: 0,
            frame: 0,
        }
    }

    pub(super) fn next_frame<const D: usize>(&mut self) -> Vec<Aabb<f32, D>> {
        let vertex_count = |per_side: usize| per_side.pow(D as u32 - 1);
        let edge_count =
            |per_side: usize| (D - 1) * vertex_count(per_side) / per_side * (per_side - 1);
        self.per_side = (self.per_side.max(2)..)
            .find(|&per_side| edge_count(per_side) >= self.edges)
            .unwrap_or(2);
        let swept: Vec<_> = (0..vertex_count(self.per_side))
            .map(|vertex| {
                self.position::<D>(vertex, self.frame)
                    .union(&self.position(vertex, self.frame + 1))
            })
            .collect();
        self.frame += 1;
        let per_side = self.per_side;
        let strides = (0..D - 1).map(|axis| per_side.pow(axis as u32));
        let edges = strides.flat_map(|stride| {
            let starts =
                (0..swept.len()).filter(move |vertex| vertex / stride % per_side + 1 < per_side);
            starts.map(move |vertex| (vertex, vertex + stride))
        });
        edges
            .take(self.edges)
            .map(|(a, b)| swept[a].union(&swept[b]))
            .collect()
    }

    /// The position of a vertex: two waves of different lengths that travel along the first axis.
    fn position<const D: usize>(&self, vertex: usize, frame: usize) -> Aabb<f32, D> {
        let along = |axis: usize| (vertex / self.per_side.pow(axis as u32) % self.per_side) as f64;
        let phase = TAU * (along(0) / 40.0 - frame as f64 / 60.0);
        let height = 8.0 * libm::sin(phase) + 2.0 * libm::sin(3.1 * phase + along(0) / 17.0);
        let position = |axis: usize| {
            if axis == D - 1 {
                height
            } else {
                0.6 * along(axis)
            }
        };
        Aabb::point(std::array::from_fn(|axis| position(axis) as f32))
    }
}
