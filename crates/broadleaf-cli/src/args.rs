//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::help;
use crate::structure::Structure;

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
    /// Find the edge-edge and vertex-face candidates of a moving mesh
    Ccd(CcdArgs),
    /// Generate or record a scene
    Scene(SceneArgs),
    /// Find the boxes of a frame that overlap a box, that a ray hits, or that are nearest to a
    /// point
    Query(QueryArgs),
    /// Describe the boxes of a frame and the structure built from them
    Stats(StatsArgs),
    /// Draw a frame and the nodes of a structure, colored by level
    Draw(DrawArgs),
    /// Find the first difference between two operation logs
    Diff(DiffArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(after_help = help::RUN)]
pub(crate) struct RunArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    /// The structure that finds the pairs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Compare each frame with brute force; the exit code is 1 if a frame differs
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the pairs that begin and end to a CSV file
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) events: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The number types that `ccd` supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdNumber {
    #[default]
    F32,
    F64,
}

#[derive(Debug, Args)]
#[command(after_help = help::CCD)]
pub(crate) struct CcdArgs {
    /// The mesh at the beginning of the motion, .ply or .obj
    pub(crate) start: PathBuf,
    /// The same mesh at the end of the motion
    pub(crate) end: PathBuf,
    /// The number type of the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) scalar: CcdNumber,
    /// The structure that finds the pairs; auto is pencil-sweep here
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Check that these edge pairs are candidates: JSON [[a, b], …]; edges are numbered after the
    /// vertices
    #[arg(long, value_name = "FILE.json")]
    pub(crate) truth_ee: Option<PathBuf>,
    /// Check that these vertex-face pairs are candidates; faces are numbered after the edges
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
}

#[derive(Debug, Args)]
#[command(after_help = help::SCENE)]
pub(crate) struct SceneArgs {
    #[arg(help = help::scene_kinds())]
    pub(crate) kind: String,
    /// The number of boxes; in a recording, the number of moving bodies
    #[arg(short, long = "number", value_name = "N")]
    pub(crate) n: usize,
    /// The seed of the random generator
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of frames
    #[arg(long, default_value_t = 1)]
    pub(crate) frames: usize,
    /// The number of dimensions, 2 or 3
    #[arg(long, default_value_t = 3)]
    pub(crate) dim: usize,
    /// The file to write
    #[arg(short, long, value_name = "FILE.aabbs")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = help::QUERY)]
pub(crate) struct QueryArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    #[command(flatten)]
    pub(crate) question: Question,
    /// The number of boxes that --nearest returns, at least 1
    #[arg(
        short,
        long = "count",
        value_name = "K",
        default_value_t = 1,
        conflicts_with_all = ["aabb", "ray"]
    )]
    pub(crate) k: usize,
    /// The number of the frame, from 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) frame: usize,
    /// The structure that answers
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Question {
    /// Find the boxes that overlap a box, given by its lower and its upper corner
    #[arg(
        long = "box",
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) aabb: Option<Vec<f32>>,
    /// Find all boxes that a ray hits, given by its origin and its direction
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) ray: Option<Vec<f32>>,
    /// Find the boxes nearest to a point
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) nearest: Option<Vec<f32>>,
}

#[derive(Debug, Args)]
#[command(after_help = help::STATS)]
pub(crate) struct StatsArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    /// The number of the frame, from 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) frame: usize,
    /// The structure to describe
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = help::DRAW)]
pub(crate) struct DrawArgs {
    #[arg(help = help::SCENE_FILE)]
    pub(crate) scene: PathBuf,
    /// The number of the frame, from 0
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) frame: usize,
    /// The structure whose nodes are drawn
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// The file to write
    #[arg(short, long, value_name = "FILE.svg")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = help::DIFF)]
pub(crate) struct DiffArgs {
    /// The log of one peer, written by a `Recorder`
    #[arg(value_name = "A.trace")]
    pub(crate) first: PathBuf,
    /// The log of the other peer
    #[arg(value_name = "B.trace")]
    pub(crate) second: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = help::MAN)]
pub(crate) struct ManArgs {
    /// The command to describe; the program itself if left out
    pub(crate) command: Option<String>,
}
