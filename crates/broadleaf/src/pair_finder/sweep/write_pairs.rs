//! From matches to pairs.

use super::compare::Match;
use crate::simd::{Key, LANES, Lanes, Task};

/// Writes the pairs of matches behind the first `len` pairs while sixteen more fit. The output is
/// the number of written matches.
pub(super) struct WritePairs<'a> {
    /// The indices of the boxes of the block; if it has fewer than sixteen, the rest is arbitrary.
    pub(super) block: &'a [u32; LANES],
    pub(super) matches: &'a [Match],
    pub(super) pairs: &'a mut [[u32; 2]],
    pub(super) len: &'a mut usize,
}

impl<K: Key> Task<K> for WritePairs<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let mut len = *self.len;
        let mut written = 0;
        for found in self.matches {
            let Some(target) = self.pairs[len..].first_chunk_mut() else {
                break;
            };
            lanes.write_pairs(self.block, found.lanes, found.index, target);
            len += found.lanes.count_ones() as usize;
            written += 1;
        }
        *self.len = len;
        written
    }
}
