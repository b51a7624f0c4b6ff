//! `broadleaf index`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::input::SceneReading;
use super::question::Question;
use crate::help;

/// What to do with an index file.
#[derive(Debug, Subcommand)]
#[command(after_help = help::INDEX)]
pub(crate) enum IndexCommand {
    /// Build an index of the boxes of a frame, and write it to a file
    Build(IndexBuildArgs),
    /// Query the index in a file, without reading the rest of the file
    Query(IndexQueryArgs),
    /// Describe the index in a file
    Info(IndexInfoArgs),
}

/// The format to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// A packed tree, which is queried in place: see docs/reference/format.md
    #[default]
    Broadleaf,
    /// Version 3 of the format of npm's flatbush and Python's geoindex-rs, for 2D boxes
    Flatbush,
}

#[derive(Debug, Args)]
#[command(after_help = help::INDEX_BUILD)]
pub(crate) struct IndexBuildArgs {
    /// A scene, or the file of an index, in either format
    #[arg(long_help = help::INDEX_INPUT)]
    pub(crate) input: PathBuf,
    /// The number of the frame of a scene, from 0
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) frame: usize,
    #[command(flatten)]
    pub(crate) reading: SceneReading,
    /// The format of the file
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FileFormat,
    /// Store the lines of this file with the boxes, line 0 with box 0
    #[arg(long, value_name = "FILE.txt")]
    pub(crate) data: Option<PathBuf>,
    /// Store the values of this column of a table with the boxes, as texts
    #[cfg(feature = "pairs")]
    #[arg(long, value_name = "NAME", conflicts_with = "data")]
    pub(crate) id: Option<String>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = help::INDEX_QUERY)]
pub(crate) struct IndexQueryArgs {
    /// The file of an index, in either format
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) question: Question,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = help::INDEX_INFO)]
pub(crate) struct IndexInfoArgs {
    /// The file of an index, in either format
    pub(crate) file: PathBuf,
    /// Read and check every byte; the exit code is 1 if the file is damaged
    #[arg(long)]
    pub(crate) check: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
