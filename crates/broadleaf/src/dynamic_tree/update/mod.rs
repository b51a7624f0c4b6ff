//! Changes: boxes that come, move and go.
//!
//! ```text
//!  one box:    single ──▶ descend (down) ──▶ rotate (up) ──▶ straighten, if too high
//!  many boxes: refit ──▶ refit_boxes ──▶ decay: is the tree worth keeping?
//!  upkeep:     stale (which boxes) ──▶ optimize
//! ```
//!
//! Start with `single`.

pub(super) mod decay;
mod descend;
mod optimize;
mod refit;
pub(super) mod refit_boxes;
mod rotate;
mod single;
pub(super) mod stale;
mod straighten;
