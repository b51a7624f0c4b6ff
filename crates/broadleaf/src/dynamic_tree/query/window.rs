//! A box that is compared with many others.

use crate::geometry::{Aabb, Scalar};
use crate::simd::all_le;

/// A box whose coordinates are in the order in which those of other boxes lie in memory: in 2D and
/// 3D one comparison of four numbers tests all lower ends of another box, and one all upper ends.
#[derive(Clone, Copy)]
pub(crate) struct Window<S, const D: usize> {
    aabb: Aabb<S, D>,
    /// Not less than the first four coordinates of an overlapping box.
    most: [S; 4],
    /// Not more than the last four.
    least: [S; 4],
}

impl<S: Scalar, const D: usize> Window<S, D> {
    /// Whether boxes have four to eight coordinates, and the middle ones are in neither or both of
    /// the two comparisons.
    const IN_FOURS: bool = D == 2 || D == 3;

    #[inline]
    pub(crate) fn new(aabb: &Aabb<S, D>) -> Self {
        let (mut most, mut least) = ([S::MAX; 4], [S::MIN; 4]);
        if Self::IN_FOURS {
            most[..D].copy_from_slice(&aabb.max());
            least[4 - D..].copy_from_slice(&aabb.min());
        }
        Self {
            aabb: *aabb,
            most,
            least,
        }
    }

    /// Whether the two boxes share a point; touching counts.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Aabb<S, D>) -> bool {
        if !Self::IN_FOURS {
            return self.aabb.overlaps(other);
        }
        all_le(&fours(other, 0), &self.most) & all_le(&self.least, &fours(other, 2 * D - 4))
    }
}

/// Four coordinates of a box from index `start` on, lower ends first.
#[inline]
fn fours<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, start: usize) -> [S; 4] {
    let (min, max) = (aabb.min(), aabb.max());
    let at = |k: usize| if k < D { min[k] } else { max[k - D] };
    [at(start), at(start + 1), at(start + 2), at(start + 3)]
}
