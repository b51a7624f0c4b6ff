//! A box that is compared with many others.

use crate::geometry::{Aabb, Scalar};
use crate::simd::all_le;

/// A box, its coordinates in the order in which those of other boxes lie in memory: in 2D and 3D
/// one comparison of four numbers tests all lower ends of another box, and one all upper ends.
#[derive(Clone, Copy)]
pub(super) struct Window<S, const D: usize> {
    aabb: Aabb<S, D>,
    /// Not less than the first four coordinates of an overlapping box.
    most: [S; 4],
    /// Not more than the last four.
    least: [S; 4],
}

impl<S: Scalar, const D: usize> Window<S, D> {
    /// Whether boxes have at least four coordinates and at most eight, of which the middle ones
    /// would be in neither or both.
    const IN_FOURS: bool = D == 2 || D == 3;

    #[inline]
    pub(super) fn new(aabb: &Aabb<S, D>) -> Self {
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
    pub(super) fn overlaps(&self, other: &Aabb<S, D>) -> bool {
        if !Self::IN_FOURS {
            return self.aabb.overlaps(other);
        }
        all_le(&fours(other, 0), &self.most) & all_le(&self.least, &fours(other, 2 * D - 4))
    }
}

/// Four coordinates of a box from index `start` on, the lower ends first.
#[inline]
fn fours<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, start: usize) -> [S; 4] {
    let (min, max) = (aabb.min(), aabb.max());
    let at = |k: usize| if k < D { min[k] } else { max[k - D] };
    [at(start), at(start + 1), at(start + 2), at(start + 3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const D: usize>() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as f32 % 5.0
        };
        let mut aabb = || {
            let min = [(); D].map(|()| next());
            Aabb::new(min, min.map(|x| x + next()))
        };
        for _ in 0..2_000 {
            let (a, b) = (aabb(), aabb());
            assert_eq!(Window::new(&a).overlaps(&b), a.overlaps(&b), "{a} and {b}");
        }
        let everywhere = Aabb::<f32, D>::EVERYWHERE;
        assert!(Window::new(&everywhere).overlaps(&everywhere));
        assert!(Window::new(&aabb()).overlaps(&everywhere));
    }

    #[test]
    fn agrees_with_the_box_in_every_dimension() {
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
    }
}
