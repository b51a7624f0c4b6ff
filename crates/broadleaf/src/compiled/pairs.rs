//! All pairs.

use alloc::vec::Vec;

use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::PairFinder;

pub(super) fn all<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let mut finder = PairFinder::new();
    let mut pairs = Vec::new();
    if let Ok(query) = finder.within(boxes) {
        query.pairs_into(&mut pairs);
    }
    if let Ok(query) = finder.between(boxes, boxes) {
        query.unsorted_pairs_into(&mut pairs);
    }
}
