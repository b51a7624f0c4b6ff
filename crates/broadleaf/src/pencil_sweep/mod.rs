//! A list of boxes whose pairs are found from scratch, by sweeping pencils.
//!
//! [`PencilSweep`] is a [`SpatialIndex`](crate::SpatialIndex) around a
//! [`PairFinder`](crate::PairFinder).
//!
//! Invariant, checked by [`validate`](crate::SpatialIndex::validate):
//! * P1: every id has a slot, and the slot holds the id.
//!
//! **Cost** for n boxes: all pairs and their memory as with a `PairFinder`, of which one is kept
//! for later questions; insert, remove and move O(1); any other question O(n).

mod index;
#[cfg(feature = "rayon")]
mod pieces;
mod spatial_index_mut;
mod traits;
mod validate;

pub use self::index::PencilSweep;
