//! Overlapping pairs of two indexes, and pairs on several threads.

pub(in crate::index) mod joined;
pub(in crate::index) mod operands;
#[cfg(feature = "rayon")]
pub(in crate::index) mod par_pairs;
pub(in crate::index) mod pieces;
