//! From the name of a structure to the structure.

use std::fmt;

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{BroadPhase, BruteForce, DynamicTree, KdSweep, PencilSweep};
use broadleaf_scenes::{Frames, Scene};
use clap::ValueEnum;

use crate::error::CliError;

/// The structures by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Structure {
    /// pencil-sweep for all pairs of many boxes, dynamic-tree for everything else
    #[default]
    Auto,
    /// Compares every box with every other
    BruteForce,
    /// A binary tree that is kept good while boxes move
    DynamicTree,
    /// Cuts at medians, built anew when many boxes have moved
    KdSweep,
    /// Sorts boxes into pencils and sweeps these: for pairs alone
    PencilSweep,
    /// Cells cut in four, for scenes in 2D
    Quadtree,
    /// Cells cut in eight, for scenes in 3D
    Octree,
}

/// So many boxes are many. `docs/design/decisions.md` has the measurements.
const MANY: usize = 300;

impl Structure {
    /// The one for who asks for all pairs of so many boxes, frame by frame.
    pub(crate) fn for_pairs(self, boxes: usize) -> Self {
        match self {
            Self::Auto if boxes >= MANY => Self::PencilSweep,
            Self::Auto => Self::DynamicTree,
            chosen => chosen,
        }
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Something to do with boxes, with any structure.
pub(crate) trait Task<S: Scalar, const D: usize> {
    type Output;

    fn run<B: BroadPhase<S, D> + Default>(self) -> Result<Self::Output, CliError>;
}

/// Does a task with the structure that was asked for.
pub(crate) fn with_structure<S: Scalar, const D: usize, T: Task<S, D>>(
    task: T,
    structure: Structure,
) -> Result<T::Output, CliError> {
    match structure {
        Structure::BruteForce => task.run::<BruteForce<S, D>>(),
        Structure::Auto | Structure::DynamicTree => task.run::<DynamicTree<S, D>>(),
        Structure::KdSweep => task.run::<KdSweep<S, D>>(),
        Structure::PencilSweep => task.run::<PencilSweep<S, D>>(),
        Structure::Quadtree if D == 2 => task.run::<Orthtree<S, D>>(),
        Structure::Octree if D == 3 => task.run::<Orthtree<S, D>>(),
        Structure::Quadtree => Err(CliError::input(format!(
            "a quadtree is for 2D, and these boxes are in {D}D: try octree"
        ))),
        Structure::Octree => Err(CliError::input(format!(
            "an octree is for 3D, and these boxes are in {D}D: try quadtree"
        ))),
    }
}

/// Something to do with a scene, in any dimension, with any structure.
pub(crate) trait SceneTask {
    type Output;

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<Self::Output, CliError>;
}

/// Does a task with a scene and the structure that was asked for.
pub(crate) fn with_scene<T: SceneTask>(
    task: T,
    structure: Structure,
    scene: Scene,
) -> Result<T::Output, CliError> {
    match scene {
        Scene::Flat(frames) => with_structure(InDimension { task, frames }, structure),
        Scene::Solid(frames) => with_structure(InDimension { task, frames }, structure),
    }
}

struct InDimension<T, const D: usize> {
    task: T,
    frames: Frames<D>,
}

impl<T: SceneTask, const D: usize> Task<f32, D> for InDimension<T, D> {
    type Output = T::Output;

    fn run<B: BroadPhase<f32, D> + Default>(self) -> Result<T::Output, CliError> {
        self.task.run::<D, B>(self.frames)
    }
}
