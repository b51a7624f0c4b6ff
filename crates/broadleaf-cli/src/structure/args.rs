//! The arguments for the structure of a command and its settings.

use broadleaf::dynamic_tree::Balance;
use broadleaf::geometry::Real;
use broadleaf_any::{AnyStructure, StructureKind};
use clap::Args;
use serde::Serialize;

use super::name::Structure;
use super::settings::Settings;
use crate::error::CliError;

/// The structure of a command, with its settings.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StructureArgs {
    /// The structure
    #[arg(long, value_enum, default_value_t)]
    structure: Structure,
    #[command(flatten)]
    settings: Settings,
}

impl StructureArgs {
    /// The structure for finding all pairs of `boxes` boxes in every frame.
    pub(crate) fn for_pairs(&self, boxes: usize, dim: usize) -> Result<Chosen, CliError> {
        self.chosen(self.structure.for_pairs(boxes), dim)
    }

    /// The structure for queries and broad phases.
    pub(crate) fn for_questions(&self, dim: usize) -> Result<Chosen, CliError> {
        self.chosen(self.structure.for_questions(), dim)
    }

    fn chosen(&self, resolved: Structure, dim: usize) -> Result<Chosen, CliError> {
        // Settings require an explicit structure: `auto` has none.
        let named = self.structure.kind(dim)?;
        self.settings.belong_to(named, &self.structure)?;
        Ok(Chosen {
            structure: resolved.to_string(),
            settings: self.settings.clone(),
            kind: resolved.kind(dim)?.unwrap_or_default(),
        })
    }
}

/// A structure and its settings. The fields are keys of the JSON output.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Chosen {
    pub(crate) structure: String,
    pub(crate) settings: Settings,
    #[serde(skip)]
    kind: StructureKind,
}

impl Chosen {
    pub(crate) fn kind(&self) -> StructureKind {
        self.kind
    }

    pub(crate) fn empty<S: Real, const D: usize>(&self) -> Result<AnyStructure<S, D>, CliError> {
        self.settings.empty(self.kind)
    }

    /// Whether this is a dynamic tree that is balanced by area.
    pub(crate) fn is_balanced_by_area(&self) -> bool {
        self.kind == StructureKind::DynamicTree && self.settings.balance() == Balance::Area
    }
}
