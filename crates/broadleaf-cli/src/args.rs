//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::structure::Structure;

/// Broad phase and spatial queries for axis-aligned boxes in 2D and 3D.
///
/// Without a command it plays the built-in recording and draws a frame of it.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the overlapping pairs of every frame of a scene
    Run(RunArgs),
    /// Find the edge-edge and vertex-face candidates of a mesh in motion
    Ccd(CcdArgs),
    /// Generate or record a scene
    Scene(SceneArgs),
    /// Ask a frame which boxes lie in a box, what a ray hits, or what is nearest
    Query(QueryArgs),
    /// Show the boxes of a frame and the shape of the structure they make
    Stats(StatsArgs),
    /// Draw a frame with the structure's nodes by level
    Draw(DrawArgs),
    /// Find the first operation in which two recorded worlds differ; exit code 1 if they do
    Diff(DiffArgs),
}

/// Which scene to read.
const SCENE_HELP: &str = "An .aabbs, .aabbs.gz, .csv, .geojson, .ply or .obj file, or \"built-in\"";

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[arg(help = SCENE_HELP)]
    pub(crate) scene: PathBuf,
    /// What finds the pairs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Compare each frame with brute force; exit code 1 if it differs
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the pairs that begin and end, as frame,event,a,b
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) events: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What boxes of meshes are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdNumber {
    #[default]
    F32,
    F64,
}

#[derive(Debug, Args)]
pub(crate) struct CcdArgs {
    /// The mesh at the beginning, .ply or .obj
    pub(crate) start: PathBuf,
    /// The same mesh a moment later
    pub(crate) end: PathBuf,
    /// The number type of the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) scalar: CcdNumber,
    /// What finds the pairs; auto is pencil-sweep, since a mesh has many boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Edge pairs that truly touch: JSON [[a, b], …], edges numbered after the vertices
    #[arg(long, value_name = "FILE.json")]
    pub(crate) truth_ee: Option<PathBuf>,
    /// Vertex-face pairs that truly touch, faces numbered after the edges
    #[arg(long, value_name = "FILE.json")]
    pub(crate) truth_vf: Option<PathBuf>,
    /// Write pairs that share a vertex too
    #[arg(long)]
    pub(crate) keep_adjacent: bool,
    /// Write the candidates, as kind,a,b
    #[arg(long, value_name = "PAIRS.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SceneArgs {
    /// A family: uniform-sparse, uniform, uniform-dense, clustered, log-normal, pareto,
    /// pareto-heavy, spiral, two-populations, walls, static-world, brownian, tiles, cloth,
    /// identical, lattice, line, giant, infinite, box-pruning; or a recording: pile, tumbler,
    /// stream
    #[arg(verbatim_doc_comment)]
    pub(crate) kind: String,
    /// How many boxes; of a recording, how many bodies
    #[arg(short, long = "number", value_name = "N")]
    pub(crate) n: usize,
    /// What the scene is generated from
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many frames
    #[arg(long, default_value_t = 1)]
    pub(crate) frames: usize,
    /// 2 or 3 dimensions
    #[arg(long, default_value_t = 3)]
    pub(crate) dim: usize,
    /// Where to write it
    #[arg(short, long, value_name = "FILE.aabbs")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    #[arg(help = SCENE_HELP)]
    pub(crate) scene: PathBuf,
    #[command(flatten)]
    pub(crate) question: Question,
    /// How many neighbours --nearest finds
    #[arg(short, default_value_t = 1)]
    pub(crate) k: usize,
    /// Which frame
    #[arg(long, default_value_t = 0)]
    pub(crate) frame: usize,
    /// What answers
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Question {
    /// The boxes that overlap a box: its least corner, then its greatest
    #[arg(
        long = "box",
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) aabb: Option<Vec<f32>>,
    /// All hits of a ray: its origin, then its direction
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) ray: Option<Vec<f32>>,
    /// The boxes nearest to a point
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) nearest: Option<Vec<f32>>,
}

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[arg(help = SCENE_HELP)]
    pub(crate) scene: PathBuf,
    /// Which frame
    #[arg(long, default_value_t = 0)]
    pub(crate) frame: usize,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    #[arg(help = SCENE_HELP)]
    pub(crate) scene: PathBuf,
    /// Which frame
    #[arg(long, default_value_t = 0)]
    pub(crate) frame: usize,
    /// The structure whose nodes are drawn
    #[arg(long, value_enum, default_value_t)]
    pub(crate) structure: Structure,
    /// Where to write it
    #[arg(short, long, value_name = "FILE.svg")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The log of one peer, as a `Recorder` wrote it
    #[arg(value_name = "A.trace")]
    pub(crate) first: PathBuf,
    /// The log of the other
    #[arg(value_name = "B.trace")]
    pub(crate) second: PathBuf,
}
