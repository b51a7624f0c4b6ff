//! The passes of a sweep: which boxes are compared with which.

use crate::pair_finder::order::Sorted;
use crate::simd::Key;

/// The pairs of a block and a candidate that a pass finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Pairs within one list.
    Within,
    /// Pairs of two lists in which the candidate's level is as fine as the block's, or coarser.
    Between,
    /// Pairs of two lists in which the candidate's level is coarser.
    BetweenCoarser,
}

/// The list that is cut into blocks, and the list that the candidates come from.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a, K, const D: usize> {
    pub(crate) blocks: &'a Sorted<K, D>,
    pub(super) candidates: &'a Sorted<K, D>,
    pub(super) pairing: Pairing,
}

impl<'a, K: Key, const D: usize> Pass<'a, K, D> {
    /// The passes that find all pairs within `first`, or between `first` and `second` if there is a
    /// second list. The indices of the second list must be increased by the length of the first:
    /// the smaller index, from the first list, then comes first in every pair.
    ///
    /// Sweeping both lists as one is worse: for the faces and vertices of a mesh, 70 % of its pairs
    /// would be dropped.
    pub(crate) fn all(
        first: &'a Sorted<K, D>,
        second: Option<&'a Sorted<K, D>>,
    ) -> impl Iterator<Item = Self> + Clone {
        let pass = |blocks, candidates, pairing| Self {
            blocks,
            candidates,
            pairing,
        };
        let passes = match second {
            None => [Some(pass(first, first, Pairing::Within)), None],
            Some(second) => [
                Some(pass(first, second, Pairing::Between)),
                Some(pass(second, first, Pairing::BetweenCoarser)),
            ],
        };
        passes.into_iter().flatten()
    }
}
