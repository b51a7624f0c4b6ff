//! Queries with a region and with a probe.
//!
//! Start with `overlap`. `window` compares a box with the two boxes of a pair of siblings; `reach`
//! searches for casts and distances.

mod overlap;
mod reach;
pub(super) mod window;
