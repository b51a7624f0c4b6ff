//! `broadleaf query`.

use clap::Args;

use super::frame::FrameArgs;
use crate::help;
use crate::structure::StructureArgs;

#[derive(Debug, Args)]
#[command(after_help = help::QUERY)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) input: FrameArgs,
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
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) structure: StructureArgs,
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
