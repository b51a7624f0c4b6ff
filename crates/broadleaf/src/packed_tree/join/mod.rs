//! Overlapping pairs, of one tree and of two.
//!
//! Start with `pairs`, which chooses what is joined; `search` joins two trees; `meet` excludes
//! pairs by categories.

pub(super) mod meet;
mod pairs;
mod search;
