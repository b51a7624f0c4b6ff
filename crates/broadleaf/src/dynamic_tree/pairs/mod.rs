//! Overlapping pairs, of one tree and of two.
//!
//! Start with `seeds`, which chooses the pairs of nodes that a search starts from. `batches` is the
//! search, `recursion` replaces it where nearly all nodes overlap, `wanted` excludes pairs, and
//! `pieces` divides the work among threads.

mod batches;
mod pieces;
mod recursion;
mod seeds;
pub(super) mod wanted;
