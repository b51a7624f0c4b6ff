//! The commands of the program.

use clap::{Parser, Subcommand};

use super::broad_phase::BroadPhaseArgs;
use super::ccd::CcdArgs;
use super::diff::DiffArgs;
use super::draw::DrawArgs;
use super::files::{CompletionsArgs, ManArgs, PackageArgs};
use super::forces::ForcesArgs;
use super::index::IndexCommand;
#[cfg(feature = "pairs")]
use super::pairs::PairsArgs;
use super::query::QueryArgs;
use super::run::RunArgs;
use super::scene::SceneArgs;
use super::stats::StatsArgs;
use crate::help;

/// Broad phase and spatial queries for axis-aligned boxes in 2D and 3D.
///
/// Without a command, the program plays the built-in recording and draws one of its frames.
#[derive(Debug, Parser)]
#[command(name = "broadleaf", version, max_term_width = 100, after_help = help::PROGRAM)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the overlapping pairs of every frame of a scene
    Run(RunArgs),
    /// Play a scene in a broad phase of proxies with margins, and report the pairs that begin and
    /// end
    BroadPhase(BroadPhaseArgs),
    /// Find the edge-edge and vertex-face candidates of a moving mesh
    Ccd(CcdArgs),
    /// Find the overlapping pairs of one or two files of boxes, which may be larger than memory
    #[cfg(feature = "pairs")]
    Pairs(PairsArgs),
    /// Find the boxes of a frame that overlap a box, that a ray hits, or that are nearest to a
    /// point
    Query(QueryArgs),
    /// Build, query and describe files of boxes at rest
    #[command(subcommand)]
    Index(IndexCommand),
    /// Sum the gravity between the boxes of a frame
    Forces(ForcesArgs),
    /// Describe the boxes of a frame and the structure built from them
    Stats(StatsArgs),
    /// Draw a frame and the nodes of a structure, colored by level
    Draw(DrawArgs),
    /// Generate or record a scene
    Scene(SceneArgs),
    /// Find the first difference between two operation logs
    Diff(DiffArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
    /// Write every manual page and completion script to a folder
    Package(PackageArgs),
}
