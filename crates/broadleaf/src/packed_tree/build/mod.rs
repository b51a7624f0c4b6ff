//! The build: orders boxes so that neighbours are near, then writes the nodes above them.
//!
//! ```text
//!  boxes ──▶ order ──────────────────────▶ indices ──▶ pack: level 0, level 1, … the root
//!            ├ curve: a Hilbert curve                  
//!            └ centers ──▶ cuts: median cuts           
//! ```
//!
//! Start with `pack`, which has the constructors and writes the nodes. The order affects speed and
//! never results; `cuts` is the default and the hard part.

mod bins;
pub(super) mod centers;
pub(super) mod cuts;
pub(super) mod order;
pub(super) mod pack;
