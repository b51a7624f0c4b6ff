//! `broadleaf forces`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::frame::FrameArgs;
use crate::help;

/// The masses of the boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mass {
    /// Every box has the mass 1
    #[default]
    One,
    /// The volume of the box; its area in 2D
    Volume,
}

#[derive(Debug, Args)]
#[command(after_help = help::FORCES)]
pub(crate) struct ForcesArgs {
    #[command(flatten)]
    pub(crate) input: FrameArgs,
    /// A cell acts as one mass if its size is less than this many times its distance; 0 sums the
    /// forces of all pairs
    #[arg(
        long,
        value_name = "RATIO",
        default_value_t = 0.5,
        allow_negative_numbers = true
    )]
    pub(crate) opening: f64,
    /// The masses at the centers of the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) mass: Mass,
    /// Compare with the direct sum; the exit code is 1 if the error is larger than --tolerance
    #[arg(long)]
    pub(crate) check: bool,
    /// The largest error that --check accepts: the root mean square of the differences divided by
    /// that of the forces
    #[arg(
        long,
        value_name = "RATIO",
        default_value_t = 0.02,
        requires = "check",
        allow_negative_numbers = true
    )]
    pub(crate) tolerance: f64,
    /// Write the forces to a CSV file
    #[arg(short, long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
