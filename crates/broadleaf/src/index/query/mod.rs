//! Tools that queries share: hits so far, hits one at a time, bounds on counts.

pub(in crate::index) mod best_first;
pub(in crate::index) mod count_bounds;
pub(in crate::index) mod hits;
pub(in crate::index) mod merge;
pub(in crate::index) mod rounds;
