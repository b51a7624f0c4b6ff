//! A list of boxes whose pairs are found from scratch, by sweeping pencils.
//!
//! [`PencilSweep`] is a [`SpatialIndex`](crate::SpatialIndex) around a
//! [`PairFinder`](crate::PairFinder).
//!
//! Invariant, checked by [`validate`](crate::SpatialIndex::validate):
//! * P1: every id has a slot, and the slot holds the id.
//!
//! **Cost** for n boxes: all pairs, and the memory for them, as with a `PairFinder`, which is kept
//! for later queries; insert, remove and move O(1); any other query O(n).

mod index;
#[cfg(feature = "rayon")]
mod pieces;
mod spatial_index_mut;
mod traits;
mod validate;

pub use self::index::PencilSweep;
