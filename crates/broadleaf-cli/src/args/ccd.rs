//! `broadleaf ccd`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::help;
use crate::structure::StructureArgs;

/// The number types that `ccd` supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdNumber {
    /// Round the boxes outward
    F32,
    /// The number type of the vertices
    #[default]
    F64,
}

#[derive(Debug, Args)]
#[command(after_help = help::CCD)]
pub(crate) struct CcdArgs {
    /// The mesh at the start of the motion, .ply or .obj
    pub(crate) start: PathBuf,
    /// The same mesh at the end of the motion
    pub(crate) end: PathBuf,
    /// The number type of the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) scalar: CcdNumber,
    /// Check that these edge pairs are candidates: JSON [[a, b], …], with edges numbered after the
    /// vertices
    #[arg(long, value_name = "FILE.json")]
    pub(crate) truth_ee: Option<PathBuf>,
    /// Check that these vertex-face pairs are candidates, with faces numbered after the edges
    #[arg(long, value_name = "FILE.json")]
    pub(crate) truth_vf: Option<PathBuf>,
    /// Also write pairs that share a vertex
    #[arg(long)]
    pub(crate) keep_adjacent: bool,
    /// Write the candidates to a CSV file
    #[arg(short, long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
}
