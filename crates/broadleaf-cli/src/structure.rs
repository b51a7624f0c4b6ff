//! Chooses the structure type that a command-line value names.

use std::fmt;

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{BroadPhase, BruteForce, DynamicTree, KdSweep, PencilSweep};
use broadleaf_scenes::{Frames, Scene};
use clap::ValueEnum;

use crate::error::CliError;

/// The values of `--structure`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Structure {
    /// pencil-sweep for all pairs of 300 boxes or more, otherwise dynamic-tree
    #[default]
    Auto,
    /// Compares every box with every other
    BruteForce,
    /// A binary tree of boxes, updated as boxes move
    DynamicTree,
    /// Median cuts, rebuilt when many boxes have moved
    KdSweep,
    /// Sorts boxes into pencils and sweeps them: fast only for all pairs
    PencilSweep,
    /// Cells cut into four, for 2D scenes
    Quadtree,
    /// Cells cut into eight, for 3D scenes
    Octree,
}

/// From this number of boxes on, `PencilSweep` finds all pairs faster than `DynamicTree`:
/// `docs/design/decisions.md` has the measurements.
const MIN_BOXES_FOR_PENCILS: usize = 300;

impl Structure {
    /// Resolves `auto` for finding all pairs of `boxes` boxes in every frame.
    pub(crate) fn for_pairs(self, boxes: usize) -> Self {
        match self {
            Self::Auto if boxes >= MIN_BOXES_FOR_PENCILS => Self::PencilSweep,
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

/// A computation that is generic over the structure.
pub(crate) trait Task<S: Scalar, const D: usize> {
    type Output;

    fn run<B: BroadPhase<S, D> + Default>(self) -> Result<Self::Output, CliError>;
}

/// Runs a task with the structure that the user chose.
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
            "a quadtree needs 2D boxes, but these are {D}D: use octree"
        ))),
        Structure::Octree => Err(CliError::input(format!(
            "an octree needs 3D boxes, but these are {D}D: use quadtree"
        ))),
    }
}

/// A computation on a scene that is generic over the dimension and the structure.
pub(crate) trait SceneTask {
    type Output;

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<Self::Output, CliError>;
}

/// Runs a task on a scene with the structure that the user chose.
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
