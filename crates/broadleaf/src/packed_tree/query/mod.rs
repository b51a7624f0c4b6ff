//! Questions about a region and about a probe.
//!
//! Start with `overlap`, the trip of a window. `reach` is the same for casts and distances, which
//! `measure` computes for sixteen boxes at once. The others answer one box at a time
//! (`overlap_iter`, `hit_iter`) or from the numbers of boxes below nodes (`count`).

mod count;
mod erased;
pub(super) mod measure;
mod overlap;
mod overlap_iter;
mod reach;
