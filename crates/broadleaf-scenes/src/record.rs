//! Scenes recorded from the physics engine rapier, in 2D and 3D.

use std::str::FromStr;

use broadleaf::Aabb;

use crate::error::SceneError;
use crate::random::Random;
use crate::scene::{Frames, Scene};

/// A scene simulated by a physics engine. The boxes of static or rotating walls come first, then
/// the boxes of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// Bodies fall into a box and come to rest in a pile.
    Pile,
    /// Bodies tumble in a rotating box.
    Tumbler,
    /// Bodies slide down sloping plates and reappear at the top.
    Stream,
}

impl Recording {
    /// All recordings.
    pub const ALL: [Self; 3] = [Self::Pile, Self::Tumbler, Self::Stream];

    /// The name used on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pile => "pile",
            Self::Tumbler => "tumbler",
            Self::Stream => "stream",
        }
    }

    /// Simulates the scene with `bodies` bodies, frame by frame on demand, at 60 frames per second.
    ///
    /// The seed determines sizes and positions. Recordings repeat exactly on the same machine.
    ///
    /// # Errors
    /// If `dimensions` is neither 2 nor 3.
    pub fn scene(
        self,
        dimensions: usize,
        bodies: usize,
        frames: usize,
        seed: u64,
    ) -> Result<Scene, SceneError> {
        match dimensions {
            2 => Ok(Scene::Flat(flat::record(self, bodies, frames, seed))),
            3 => Ok(Scene::Solid(solid::record(self, bodies, frames, seed))),
            _ => Err(SceneError::new(format!(
                "recordings have 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }
}

impl FromStr for Recording {
    type Err = SceneError;

    fn from_str(name: &str) -> Result<Self, SceneError> {
        let found = Self::ALL
            .into_iter()
            .find(|recording| recording.name() == name);
        found.ok_or_else(|| {
            SceneError::new(format!(
                "there is no recording \"{name}\"; the recordings are pile, tumbler, stream"
            ))
        })
    }
}

/// The number of steps before the first frame, until bodies touch each other.
const WARM_UP: usize = 30;

/// The engine has one crate for each number of dimensions. Names are the same in both, except for
/// rotations: `$turn` makes a rotation about the viewer's axis.
macro_rules! engine {
    ($module:ident, $rapier:ident, $d:literal, $turn:expr) => {
        mod $module {
            use $rapier::prelude::*;

            use super::*;

            type Point = [f32; $d];

            pub(super) fn record(
                recording: Recording,
                bodies: usize,
                frames: usize,
                seed: u64,
            ) -> Frames<$d> {
                let mut stage = Stage::new(recording, bodies, seed);
                (0..WARM_UP).for_each(|_| stage.step());
                let boxes = stage.recorded.len();
                let source = (0..frames).map(move |frame| {
                    if frame > 0 {
                        stage.step();
                    }
                    stage.boxes()
                });
                Frames::new(
                    format!("{} {}d", recording.name(), $d),
                    boxes,
                    frames,
                    source,
                )
            }

            #[derive(Default)]
            struct Stage {
                pipeline: PhysicsPipeline,
                islands: IslandManager,
                broad_phase: DefaultBroadPhase,
                narrow_phase: NarrowPhase,
                bodies: RigidBodySet,
                colliders: ColliderSet,
                joints: ImpulseJointSet,
                multibody_joints: MultibodyJointSet,
                soft_bodies: SoftBodySet,
                ccd: CCDSolver,
                /// The colliders, in the order of the boxes of a frame.
                recorded: Vec<ColliderHandle>,
                /// Bodies below the first height are moved up to the second.
                recycling: Option<(f32, f32)>,
            }

            impl Stage {
                fn new(recording: Recording, bodies: usize, seed: u64) -> Self {
                    let mut stage = Self::default();
                    // Bodies are about one unit large, and their initial distance is 1.6.
                    let across =
                        (bodies as f64).powf(1.0 / f64::from($d)).ceil().max(1.0) as f32 * 1.6;
                    match recording {
                        Recording::Pile => stage.add_walls(
                            RigidBodyBuilder::fixed(),
                            0.6 * across,
                            0.3 * across,
                            false,
                        ),
                        Recording::Tumbler => {
                            let turning =
                                RigidBodyBuilder::kinematic_velocity_based().angvel($turn(0.5));
                            stage.add_walls(turning, 0.6 * across, 0.6 * across, true);
                        }
                        Recording::Stream => stage.add_plates(across),
                    }
                    let bottom = if recording == Recording::Tumbler {
                        -across / 2.0
                    } else {
                        0.0
                    };
                    stage.add_bodies(bodies, across, bottom, seed);
                    stage
                }

                /// A box around the origin, open at the top unless `closed`.
                fn add_walls(
                    &mut self,
                    body: RigidBodyBuilder,
                    half_width: f32,
                    half_height: f32,
                    closed: bool,
                ) {
                    const HALF_THICK: f32 = 0.5;
                    let body = self.bodies.insert(body);
                    for axis in 0..$d {
                        for side in [-1.0, 1.0] {
                            if axis == 1 && side > 0.0 && !closed {
                                continue;
                            }
                            let reach =
                                |along: usize| if along == 1 { half_height } else { half_width };
                            let mut center: Point = [0.0; $d];
                            center[axis] = side * (reach(axis) + HALF_THICK);
                            // The floor of an open box is at the initial height of the bodies.
                            center[1] += if closed { 0.0 } else { half_height };
                            let half: Point = std::array::from_fn(|along| {
                                if along == axis {
                                    HALF_THICK
                                } else {
                                    reach(along) + HALF_THICK
                                }
                            });
                            self.add_collider(center, half, body);
                        }
                    }
                }

                /// Frictionless plates that slope left and right alternately, each below the lower
                /// end of the plate above.
                fn add_plates(&mut self, across: f32) {
                    const LEVELS: usize = 5;
                    const SLANT: f32 = 0.35;
                    let body = self.bodies.insert(RigidBodyBuilder::fixed());
                    for level in 0..LEVELS {
                        let side = if level % 2 == 0 { -1.0 } else { 1.0 };
                        let mut center: Point = [0.0; $d];
                        center[0] = side * 0.3 * across;
                        center[1] = -(level as f32 + 0.5) * 0.5 * across;
                        let half: Point =
                            std::array::from_fn(|axis| [0.55 * across, 0.2, 0.6 * across][axis]);
                        let plate = cuboid(half)
                            .translation(Vector::from(center))
                            .rotation($turn(side * SLANT))
                            .friction(0.0);
                        self.recorded.push(self.colliders.insert_with_parent(
                            plate,
                            body,
                            &mut self.bodies,
                        ));
                    }
                    self.recycling = Some((-(LEVELS as f32 + 0.5) * 0.5 * across, across));
                }

                fn add_collider(&mut self, center: Point, half: Point, body: RigidBodyHandle) {
                    let collider = cuboid(half).translation(Vector::from(center));
                    self.recorded.push(self.colliders.insert_with_parent(
                        collider,
                        body,
                        &mut self.bodies,
                    ));
                }

                /// A lattice of boxes and balls with slightly random positions.
                fn add_bodies(&mut self, bodies: usize, across: f32, bottom: f32, seed: u64) {
                    let mut random = Random::new(seed);
                    let per_side = (across / 1.6).round().max(1.0) as usize;
                    for i in 0..bodies {
                        let place = |axis: usize| i / per_side.pow([0, 2, 1][axis]) % per_side;
                        let vertical = i / per_side.pow($d - 1);
                        let center: Point = std::array::from_fn(|axis| {
                            let jitter = random.between(-0.1, 0.1) as f32;
                            if axis == 1 {
                                bottom + 0.8 + 1.6 * vertical as f32
                            } else {
                                0.8 + 1.6 * place(axis) as f32 - across / 2.0 + jitter
                            }
                        });
                        let size = random.between(0.3, 0.6) as f32;
                        let shape = if i % 3 == 0 {
                            ColliderBuilder::ball(size)
                        } else {
                            cuboid([size; $d])
                        };
                        let body = self
                            .bodies
                            .insert(RigidBodyBuilder::dynamic().translation(Vector::from(center)));
                        self.recorded.push(self.colliders.insert_with_parent(
                            shape,
                            body,
                            &mut self.bodies,
                        ));
                    }
                }

                fn step(&mut self) {
                    let mut gravity: Point = [0.0; $d];
                    gravity[1] = -9.81;
                    let parameters = IntegrationParameters::default();
                    self.pipeline.step(
                        Vector::from(gravity),
                        &parameters,
                        &mut self.islands,
                        &mut self.broad_phase,
                        &mut self.narrow_phase,
                        &mut self.bodies,
                        &mut self.colliders,
                        &mut self.joints,
                        &mut self.multibody_joints,
                        &mut self.soft_bodies,
                        &mut self.ccd,
                        &(),
                        &(),
                    );
                    if let Some((bottom, top)) = self.recycling {
                        self.recycle(bottom, top);
                    }
                }

                fn recycle(&mut self, bottom: f32, top: f32) {
                    for (_, body) in self.bodies.iter_mut() {
                        let mut center: Point = body.translation().into();
                        if body.is_dynamic() && center[1] < bottom {
                            center[1] += top - bottom;
                            // Bodies that fell off the sides return to the plates.
                            center[0] = center[0].clamp(-top / 2.0, top / 2.0);
                            body.set_translation(Vector::from(center), true);
                            body.set_linvel(Vector::from([0.0; $d]), true);
                        }
                    }
                }

                fn boxes(&self) -> Result<Vec<broadleaf::Aabb<f32, $d>>, SceneError> {
                    let aabb = |(object, handle): (usize, &ColliderHandle)| {
                        let aabb = self.colliders[*handle].compute_aabb();
                        super::Aabb::try_new(aabb.mins.into(), aabb.maxs.into()).map_err(
                            |invalid| SceneError::new(invalid).within(format!("object {object}")),
                        )
                    };
                    self.recorded.iter().enumerate().map(aabb).collect()
                }
            }

            fn cuboid(half: Point) -> ColliderBuilder {
                ColliderBuilder::new(SharedShape::new(Cuboid::new(Vector::from(half))))
            }
        }
    };
}
engine!(flat, rapier2d, 2, |angle: f32| angle);
engine!(solid, rapier3d, 3, |angle: f32| Vector::new(
    0.0, 0.0, angle
));
