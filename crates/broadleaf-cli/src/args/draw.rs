//! `broadleaf draw`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::frame::FrameArgs;
use crate::help;
use crate::stage::StageArgs;
use crate::structure::StructureArgs;

#[derive(Debug, Args)]
#[command(after_help = help::DRAW)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) input: FrameArgs,
    /// The file to write
    #[arg(short, long, value_name = "FILE.svg")]
    pub(crate) out: PathBuf,
    /// Write the number of each box into the box, if it fits
    #[arg(long)]
    pub(crate) ids: bool,
    /// The levels of nodes to draw: a number below the root, all or none [default: 9 in 2D, 3 in
    /// 3D, none with --broad-phase]
    #[arg(long, value_name = "N|all|none", allow_negative_numbers = true)]
    pub(crate) levels: Option<Levels>,
    /// Draw the cut of each node of a kd-sweep
    #[arg(long)]
    pub(crate) cuts: bool,
    /// Play the scene in a broad phase up to the frame, and draw the tight box, the fat box and the
    /// pairs of each proxy
    #[arg(long)]
    pub(crate) broad_phase: bool,
    #[command(flatten)]
    pub(crate) stage: StageArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
}

/// The levels of nodes that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Levels {
    /// Levels up to this number of steps from the root.
    To(usize),
    /// Every level.
    All,
    /// Only boxes, without nodes.
    None,
}

impl Levels {
    /// Whether nodes of this level are drawn.
    pub(crate) fn include(self, level: usize) -> bool {
        match self {
            Self::To(deepest) => level <= deepest,
            Self::All => true,
            Self::None => false,
        }
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            number => match number.parse() {
                Ok(level) => Ok(Self::To(level)),
                Err(_) => Err("expected a number, all or none".to_owned()),
            },
        }
    }
}
