//! The numbers of this room. `docs/tuning.md` is written from these comments.

use crate::executor::Cost;

/// What it costs to find the key of a box, or to add it to an extent.
pub(super) const COST_OF_A_KEY: Cost = Cost::nanoseconds(4);

/// Boxes of more than this number of mean sizes are sorted behind the usual ones.
///
/// Smaller: neighbours in space are far apart in the list because one is a little larger. Larger:
/// boxes that overlap much of what is around them lie among the small ones, and every node has one.
///
/// Plateau: not measured; chosen as twice the length in each of two directions.
pub(super) const LARGE: f64 = 4.0;

/// Boxes of more than this number of mean sizes are sorted behind the large ones.
///
/// Smaller: fewer large boxes share nodes. Larger: a few huge ones are in the nodes of the large.
///
/// Plateau: not measured; chosen as eight times [`LARGE`].
pub(super) const HUGE: f64 = 32.0;
