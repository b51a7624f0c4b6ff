//! The settings of the structures.

use broadleaf::dynamic_tree::{self, Balance, DynamicTree};
use broadleaf::geometry::{Aabb, Real};
use broadleaf::kd_sweep::{self, KdSweep};
use broadleaf::orthtree::{self, Orthtree};
use broadleaf_any::{AnyStructure, StructureKind};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::error::CliError;

/// The values of `--balance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BalanceName {
    /// Rotations reduce the area of the tree
    Area,
    /// Rotations keep the heights of siblings within one of each other
    Height,
}

/// Settings, each of which belongs to some of the structures. The JSON has those that were given.
#[derive(Clone, Debug, Default, Args, Serialize)]
#[command(next_help_heading = "Settings of the structure")]
pub(crate) struct Settings {
    /// For dynamic-tree: the purpose of rotations [default: area]
    #[arg(long, value_enum)]
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<BalanceName>,
    /// For kd-sweep [default: 128] and orthtree [default: 32]: the largest number of boxes in a
    /// leaf
    #[arg(long, value_name = "BOXES", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf_capacity: Option<usize>,
    /// For orthtree: the largest number of levels below the root [default: 32]
    #[arg(long, value_name = "LEVELS", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_depth: Option<u32>,
    /// For orthtree: the smallest side of a cell [default: 0, no limit]
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    min_size: Option<f64>,
    /// For orthtree: the largest size of a box that may overhang its cell, divided by the size of
    /// the cell; 1 to 2 [default: 2]
    #[arg(long, value_name = "RATIO", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    looseness: Option<f64>,
    /// For orthtree: a fixed root, given by its lower and upper corners [default: the root grows]
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<Vec<f64>>,
    /// For orthtree: the root of an empty tree, which can grow
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "root"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_root: Option<Vec<f64>>,
    /// For orthtree: rebuild the tree in a frame with at least this number of changes for each box
    /// [default: 1.5, never for boxes that only move]
    #[arg(long, value_name = "RATIO", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    rebuild_threshold: Option<f64>,
    /// For orthtree: rebuild the tree in a frame in which at least this share of the boxes is new
    /// [default: 0.5]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    build_threshold: Option<f64>,
}

const TREE: &[StructureKind] = &[StructureKind::DynamicTree];
const LEAVES: &[StructureKind] = &[StructureKind::KdSweep, StructureKind::Orthtree];
const CELLS: &[StructureKind] = &[StructureKind::Orthtree];

impl Settings {
    /// Refuses a setting that does not belong to the structure with this name.
    pub(super) fn belong_to(
        &self,
        kind: Option<StructureKind>,
        name: &impl std::fmt::Display,
    ) -> Result<(), CliError> {
        let given = [
            ("--balance", self.balance.is_some(), TREE),
            ("--leaf-capacity", self.leaf_capacity.is_some(), LEAVES),
            ("--max-depth", self.max_depth.is_some(), CELLS),
            ("--min-size", self.min_size.is_some(), CELLS),
            ("--looseness", self.looseness.is_some(), CELLS),
            ("--root", self.root.is_some(), CELLS),
            ("--initial-root", self.initial_root.is_some(), CELLS),
            (
                "--rebuild-threshold",
                self.rebuild_threshold.is_some(),
                CELLS,
            ),
            ("--build-threshold", self.build_threshold.is_some(), CELLS),
        ];
        for (setting, is_given, owners) in given {
            if is_given && !kind.is_some_and(|kind| owners.contains(&kind)) {
                let owners: Vec<_> = owners.iter().map(|kind| kind.name()).collect();
                return Err(CliError::input(format!(
                    "{setting} is a setting of {}, not of {name}",
                    owners.join(" and ")
                )));
            }
        }
        Ok(())
    }

    /// The balance of a dynamic tree.
    pub(super) fn balance(&self) -> Balance {
        match self.balance {
            Some(BalanceName::Height) => Balance::Height,
            Some(BalanceName::Area) | None => Balance::Area,
        }
    }

    /// An empty structure with these settings.
    pub(super) fn empty<S: Real, const D: usize>(
        &self,
        kind: StructureKind,
    ) -> Result<AnyStructure<S, D>, CliError> {
        Ok(match kind {
            StructureKind::DynamicTree => {
                let config = dynamic_tree::Config::default().with_balance(self.balance());
                DynamicTree::with_config(config).into()
            }
            StructureKind::KdSweep => {
                let mut config = kd_sweep::Config::default();
                match self.leaf_capacity {
                    // As for an orthtree: an empty leaf is an oversight.
                    Some(0) => Err(CliError::input(
                        "kd-sweep: leaf_capacity is 0, but must be at least 1",
                    ))?,
                    Some(boxes) => config = config.with_leaf_capacity(boxes),
                    None => {}
                }
                KdSweep::with_config(config).into()
            }
            StructureKind::Orthtree => Orthtree::with_config(self.cells()?).into(),
            other => AnyStructure::new(other),
        })
    }

    fn cells<S: Real, const D: usize>(&self) -> Result<orthtree::Config<S, D>, CliError> {
        let mut config = orthtree::Config::default();
        if let Some(boxes) = self.leaf_capacity {
            config = config.with_leaf_capacity(boxes);
        }
        if let Some(levels) = self.max_depth {
            config = config.with_max_depth(levels);
        }
        if let Some(length) = self.min_size {
            config = config.with_min_size(S::from_f64(length));
        }
        if let Some(looseness) = self.looseness {
            config = config.with_looseness(looseness);
        }
        if let Some(corners) = &self.root {
            config = config.with_fixed_root(box_of("--root", corners)?);
        }
        if let Some(corners) = &self.initial_root {
            config = config.with_initial_root(box_of("--initial-root", corners)?);
        }
        if let Some(threshold) = self.rebuild_threshold {
            config = config.with_rebuild_threshold(threshold);
        }
        if let Some(share) = self.build_threshold {
            config = config.with_build_threshold(share);
        }
        let checked = config.check();
        checked.map_err(|error| CliError::input(format!("orthtree: {error}")))?;
        Ok(config)
    }
}

/// A box given by its lower and its upper corner.
fn box_of<S: Real, const D: usize>(
    argument: &str,
    corners: &[f64],
) -> Result<Aabb<S, D>, CliError> {
    if corners.len() != 2 * D {
        return Err(CliError::input(format!(
            "{argument} takes {} numbers in {D}D, not {}",
            2 * D,
            corners.len()
        )));
    }
    let corner = |first: usize| std::array::from_fn(|axis| S::from_f64(corners[first + axis]));
    Aabb::try_new(corner(0), corner(D))
        .map_err(|error| CliError::input(format!("{argument}: {error}")))
}
