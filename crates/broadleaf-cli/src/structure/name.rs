//! The values of `--structure`.

use std::fmt;

use broadleaf_any::StructureKind;
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
    /// Sorts boxes into pencils and sweeps them: fast for all pairs only
    PencilSweep,
    /// A packed tree of resting boxes and a dynamic tree of changed ones
    SettledTree,
    /// Cells cut in half along every axis: quadtree in 2D, octree in 3D
    Orthtree,
    /// Cells cut into four, for 2D scenes
    Quadtree,
    /// Cells cut into eight, for 3D scenes
    Octree,
}

/// From this number of boxes on, `PencilSweep` finds all pairs faster than `DynamicTree`:
/// `docs/log/2026-11-28-decisions.md` has the measurements.
const MIN_BOXES_FOR_PENCILS: usize = 300;

impl Structure {
    /// Resolves `auto` for finding all pairs of `boxes` boxes in every frame.
    pub(super) fn for_pairs(self, boxes: usize) -> Self {
        match self {
            Self::Auto if boxes >= MIN_BOXES_FOR_PENCILS => Self::PencilSweep,
            chosen => chosen.for_questions(),
        }
    }

    /// Resolves `auto` for queries and for broad phases.
    pub(super) fn for_questions(self) -> Self {
        match self {
            Self::Auto => Self::DynamicTree,
            chosen => chosen,
        }
    }

    /// The structure of the library; `None` for `auto`.
    ///
    /// # Errors
    /// If the structure does not support `dim` dimensions.
    pub(super) fn kind(self, dim: usize) -> Result<Option<StructureKind>, CliError> {
        match (self, dim) {
            (Self::Quadtree, 3) => Err(CliError::input(
                "a quadtree needs 2D boxes, but these are 3D: use octree",
            )),
            (Self::Octree, 2) => Err(CliError::input(
                "an octree needs 3D boxes, but these are 2D: use quadtree",
            )),
            (Self::Auto, _) => Ok(None),
            (Self::BruteForce, _) => Ok(Some(StructureKind::BruteForce)),
            (Self::DynamicTree, _) => Ok(Some(StructureKind::DynamicTree)),
            (Self::KdSweep, _) => Ok(Some(StructureKind::KdSweep)),
            (Self::PencilSweep, _) => Ok(Some(StructureKind::PencilSweep)),
            (Self::SettledTree, _) => Ok(Some(StructureKind::SettledTree)),
            (Self::Orthtree | Self::Quadtree | Self::Octree, _) => {
                Ok(Some(StructureKind::Orthtree))
            }
        }
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}
