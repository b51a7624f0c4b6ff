//! A list of boxes whose pairs are found from scratch, by sweeping pencils.
//!
//! [`PencilSweep`] is a [`SpatialIndex`](crate::SpatialIndex) around a
//! [`PairFinder`](crate::PairFinder).
//!
//! Invariants, checked by [`validate`](crate::SpatialIndex::validate):
//! * P1: every id has a slot, and the slot holds the id.
//! * P2: boxes that are marked as sorted are sorted, and each is in its pencil.
//!
//! **Cost** for n boxes: all pairs O(n + pairs), unless many boxes are crowded into a small part of
//! space; insert, remove and move O(1); any other question O(n).

mod broad_phase;
mod index;
#[cfg(feature = "rayon")]
mod pieces;
mod spatial_index;
mod validate;

pub use self::index::PencilSweep;
