//! Which boxes are compared with which.

use super::sorted::Sorted;
use crate::simd::Key;

/// Which pairs of a block and a candidate one pass finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Pairs within one list.
    Within,
    /// Pairs of two lists in which the candidate's level is as fine as the block's, or coarser.
    Between,
    /// Pairs of two lists in which the candidate's level is coarser.
    BetweenCoarser,
}

/// The list that is cut into blocks, and the list that the candidates come from.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a, K, const D: usize> {
    pub(super) blocks: &'a Sorted<K, D>,
    pub(super) candidates: &'a Sorted<K, D>,
    pub(super) pass: Pass,
}

impl<'a, K: Key, const D: usize> Lists<'a, K, D> {
    /// The passes that find all pairs within `first`, or, if there is a second list, all pairs
    /// between the two. Indices of the second list were increased by the length of the first list,
    /// so that those of the first list come first in every pair.
    pub(super) fn passes(
        first: &'a Sorted<K, D>,
        second: Option<&'a Sorted<K, D>>,
    ) -> impl Iterator<Item = Self> + Clone {
        let pass = |blocks, candidates, pass| Self {
            blocks,
            candidates,
            pass,
        };
        let passes = match second {
            None => [Some(pass(first, first, Pass::Within)), None],
            Some(second) => [
                Some(pass(first, second, Pass::Between)),
                Some(pass(second, first, Pass::BetweenCoarser)),
            ],
        };
        passes.into_iter().flatten()
    }
}
