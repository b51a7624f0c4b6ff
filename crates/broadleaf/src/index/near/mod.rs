//! Pairs of boxes that are near each other, and what follows from them.
//!
//! `relation.rs` says when two boxes are neighbors, `candidates.rs` finds pairs that may be, by a
//! join of expanded boxes. Everything else asks these two.

pub(in crate::index) mod candidates;
mod closest_search;
mod components;
mod pairs;
#[cfg(feature = "rayon")]
mod par_pairs;
pub(in crate::index) mod relation;
mod sets;
