//! From the name of a structure to the structure.

use std::fmt;

use broadleaf::{BroadPhase, BruteForce, DynamicTree, KdSweep, Orthtree, PencilSweep};
use broadleaf_scenes::{Frames, Scene};
use clap::ValueEnum;

use crate::error::CliError;

/// The structures by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Structure {
    /// Compares every box with every other
    BruteForce,
    /// A binary tree that is kept good while boxes move
    #[default]
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

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Something to do with a scene, in any dimension, with any structure.
pub(crate) trait Task {
    type Output;

    fn run<const D: usize, B: BroadPhase<f32, D>>(self, frames: Frames<D>) -> Result<Self::Output, CliError>;
}

/// Does a task with the structure that was asked for.
pub(crate) fn with_structure<T: Task>(task: T, structure: Structure, scene: Scene) -> Result<T::Output, CliError> {
    fn in_dimension<const D: usize, T: Task>(task: T, structure: Structure, frames: Frames<D>) -> Result<T::Output, CliError> {
        match structure {
            Structure::BruteForce => task.run::<D, BruteForce<f32, D>>(frames),
            Structure::DynamicTree => task.run::<D, DynamicTree<f32, D>>(frames),
            Structure::KdSweep => task.run::<D, KdSweep<f32, D>>(frames),
            Structure::PencilSweep => task.run::<D, PencilSweep<f32, D>>(frames),
            Structure::Quadtree if D == 2 => task.run::<D, Orthtree<f32, D>>(frames),
            Structure::Octree if D == 3 => task.run::<D, Orthtree<f32, D>>(frames),
            Structure::Quadtree => Err(CliError::input(format!("a quadtree is for 2D, and this scene is in {D}D: try octree"))),
            Structure::Octree => Err(CliError::input(format!("an octree is for 3D, and this scene is in {D}D: try quadtree"))),
        }
    }
    match scene {
        Scene::Flat(frames) => in_dimension(task, structure, frames),
        Scene::Solid(frames) => in_dimension(task, structure, frames),
    }
}
