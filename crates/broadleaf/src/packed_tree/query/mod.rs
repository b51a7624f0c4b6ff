//! Queries with a region and with a probe.
//!
//! Start with `overlap`, the path of a window query. `reach` is the same for casts and distances,
//! which `measure` computes for sixteen boxes at once. `overlap_iter` returns one box at a time,
//! and `count` uses the numbers of boxes below nodes.

mod count;
mod erased;
pub(super) mod measure;
mod overlap;
mod overlap_iter;
mod reach;
