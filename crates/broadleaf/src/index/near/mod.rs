//! Pairs of boxes that are near each other, and queries derived from them.
//!
//! `relation.rs` defines when two boxes are neighbors, `candidates.rs` finds pairs that may be
//! neighbors by a join of expanded boxes. The other files build on these two.

pub(in crate::index) mod candidates;
mod closest_search;
mod components;
mod pairs;
#[cfg(feature = "rayon")]
mod par_pairs;
pub(in crate::index) mod relation;
mod sets;
