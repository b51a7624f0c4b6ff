//! Which pairs of overlapping boxes are candidates.

use core::mem;

use crate::pair_finder::{Match, MatchFilter};
use crate::simd::{LANES, Lanes, Path, Task};
use crate::store::Id;

/// The test of pairs of elements whose boxes overlap.
pub(super) struct Adjacency<'a, const M: usize, const N: usize, F> {
    /// The vertices of the first elements of pairs.
    pub(super) first: &'a [[u32; M]],
    /// The vertices of the second elements of pairs.
    pub(super) second: &'a [[u32; N]],
    /// The offset of the indices of second elements; `None` if all pairs are within one list, so
    /// that `first` and `second` are the same.
    pub(super) offset: Option<u32>,
    /// Whether pairs that share a vertex are candidates.
    pub(super) keeps_adjacent: bool,
    pub(super) filter: Option<F>,
}

impl<const M: usize, const N: usize, F> MatchFilter for Adjacency<'_, M, N, F>
where
    F: Fn(Id, Id) -> bool + Sync,
{
    fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]) {
        if !self.keeps_adjacent {
            self.drop_adjacent(path, block, matches);
        }
        if let Some(filter) = &self.filter {
            self.apply(filter, block, matches);
        }
    }
}

impl<const M: usize, const N: usize, F: Fn(Id, Id) -> bool> Adjacency<'_, M, N, F> {
    fn drop_adjacent(&self, path: Path, block: &[u32], matches: &mut [Match]) {
        let (first, second) = ((self.first, 0), (self.second, self.offset.unwrap_or(0)));
        // All boxes of a block belong to one list, so its first box decides.
        let is_first = |offset| block.first().is_some_and(|&index| index < offset);
        if self.offset.is_none_or(is_first) {
            drop_sharing(path, (block, first), (matches, second));
        } else {
            drop_sharing(path, (block, second), (matches, first));
        }
    }

    /// Drops the pairs that the caller's filter does not admit.
    fn apply(&self, filter: &F, block: &[u32], matches: &mut [Match]) {
        let offset = self.offset.unwrap_or(0);
        for found in matches {
            let mut left = mem::take(&mut found.lanes);
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                let (a, b) = (block[lane as usize], found.index);
                let pair = (Id(a.min(b)), Id(a.max(b) - offset));
                found.lanes |= u32::from(filter(pair.0, pair.1)) << lane;
            }
        }
    }
}

/// The vertices of elements, and the offset of the elements' indices.
type Elements<'a, const N: usize> = (&'a [[u32; N]], u32);

fn drop_sharing<const M: usize, const N: usize>(
    path: Path,
    (block, (corners, offset)): (&[u32], Elements<'_, M>),
    (matches, candidates): (&mut [Match], Elements<'_, N>),
) {
    let mut columns = [[0; LANES]; M];
    for (lane, &index) in block.iter().enumerate() {
        let corners = corners[(index - offset) as usize];
        for (column, corner) in columns.iter_mut().zip(corners) {
            column[lane] = corner;
        }
    }
    path.run::<i32, _>(DropSharing {
        columns: &columns,
        matches,
        candidates,
    });
}

/// Clears the bits of the boxes of a block that share a vertex with a candidate.
struct DropSharing<'a, const M: usize, const N: usize> {
    /// The vertices of the boxes of the block, by column: all first ones, all second ones and so
    /// on.
    columns: &'a [[u32; LANES]; M],
    matches: &'a mut [Match],
    candidates: Elements<'a, N>,
}

impl<const M: usize, const N: usize> Task<i32> for DropSharing<'_, M, N> {
    type Output = ();

    // A closure would not be compiled for the lanes.
    #[inline(always)]
    fn run<L: Lanes<i32>>(self, lanes: L) {
        let (corners, offset) = self.candidates;
        for found in self.matches {
            let others = &corners[(found.index - offset) as usize];
            let mut shared = 0;
            for column in self.columns {
                for &other in others {
                    shared |= lanes.equal(column, other);
                }
            }
            found.lanes &= !shared;
        }
    }
}
