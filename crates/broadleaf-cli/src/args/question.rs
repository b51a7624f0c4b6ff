//! A query of boxes.

use clap::Args;

/// A query, and the number of its answers. Coordinates are read in the number type of the boxes.
#[derive(Debug, Args)]
pub(crate) struct Question {
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Leave out boxes that only touch the box of --box
    #[arg(long, requires = "aabb")]
    pub(crate) interiors: bool,
    /// The number of boxes that --nearest returns, at least 1
    #[arg(
        short,
        long = "count",
        value_name = "K",
        default_value_t = 1,
        allow_negative_numbers = true,
        conflicts_with_all = ["aabb", "point", "ray"]
    )]
    pub(crate) k: usize,
}

/// The shape of the query.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Shape {
    /// Find the boxes that overlap a box, given by its lower and upper corners
    #[arg(
        long = "box",
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) aabb: Option<Vec<String>>,
    /// Find the boxes that contain a point
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) point: Option<Vec<String>>,
    /// Find all boxes that a ray hits, given by its origin and direction
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) ray: Option<Vec<String>>,
    /// Find the boxes nearest to a point
    #[arg(
        long,
        value_name = "X,Y,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) nearest: Option<Vec<String>>,
}
