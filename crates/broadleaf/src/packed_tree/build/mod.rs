//! The build: boxes in an order in which neighbours are near, then the nodes above them.
//!
//! ```text
//!  boxes ──▶ order ──────────────────────▶ indices ──▶ pack: level 0, level 1, … the root
//!            ├ curve: a Hilbert curve                  
//!            └ centers ──▶ cuts: median cuts           
//! ```
//!
//! Start with `pack`, which has the constructors and writes the nodes. The order decides about
//! speed and never about an answer; `cuts` is the default and the hard part.

mod bins;
pub(super) mod centers;
pub(super) mod cuts;
pub(super) mod order;
pub(super) mod pack;
