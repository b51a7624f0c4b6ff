//! Sorting pairs that were found in several pieces.

use alloc::vec::Vec;

use crate::executor::Parallel;
use crate::sort::sort_pairs_of;
use crate::store::Id;

/// The pairs of all lists, sorted, on the threads of rayon's current pool.
pub(crate) fn par_sorted(lists: &[Vec<[Id; 2]>]) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    par_sort_pairs_into(lists, &mut pairs);
    pairs
}

/// Replaces `pairs` by the pairs of all lists, sorted, on the threads of rayon's current pool.
pub(crate) fn par_sort_pairs_into(lists: &[Vec<[Id; 2]>], pairs: &mut Vec<[Id; 2]>) {
    sort_pairs_of(Parallel, lists, pairs);
}
