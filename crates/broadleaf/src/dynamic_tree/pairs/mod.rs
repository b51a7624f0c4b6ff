//! Overlapping pairs, of one tree and of two.
//!
//! Start with `seeds`, which says from which pairs of nodes a search starts. `batches` is the
//! search, `recursion` its way where nearly all nodes overlap, `wanted` excludes pairs, and
//! `pieces` cuts the work for threads.

mod batches;
mod pieces;
mod recursion;
mod seeds;
pub(super) mod wanted;
