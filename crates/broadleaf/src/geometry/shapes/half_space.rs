//! Half-spaces and their intersections.

use super::slab::outward;
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::rounding::leeway;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::{Real, Scalar};

/// All points `x` with `normal · x <= offset`.
///
/// It touches any box for which this sum is infinity minus infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<S: Scalar, const D: usize> {
    /// A vector of any length, pointing out of the half-space.
    pub normal: [S::Real; D],
    /// The value of `normal · x` on the boundary.
    pub offset: S::Real,
}

impl<S: Scalar, const D: usize> Region<S, D> for HalfSpace<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        // The corner deepest inside the half-space decides.
        let corners = [aabb.min(), aabb.max()].map(|corner| corner.map(S::to_real));
        let [low, high] = outward(corners, S::Real::from_f64(leeway::<S::Real>()));
        let mut least = S::Real::ZERO;
        for axis in 0..D {
            let normal = self.normal[axis];
            if normal > S::Real::ZERO {
                least = least + normal * low[axis];
            } else if normal < S::Real::ZERO {
                least = least + normal * high[axis];
            }
        }
        // `least` may be NaN. A region may touch too many boxes but never too few.
        !(least > self.offset)
    }
}

/// The intersection of half-spaces, such as a view frustum or a wedge.
///
/// It touches a box if each half-space touches the box, as usual in frustum culling. The test is
/// exact for boxes that cross one boundary only. A box outside that is near an edge between two
/// boundaries may also pass.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{HalfSpace, HalfSpaces, Region};
/// // 0 <= x and x + y <= 4
/// let planes = [HalfSpace { normal: [-1.0, 0.0], offset: 0.0 }, HalfSpace { normal: [1.0, 1.0], offset: 4.0 }];
/// let wedge = HalfSpaces::<f64, 2>(&planes);
/// assert!(wedge.touches(&Aabb::new([-1.0, -1.0], [0.0, 0.0])));
/// assert!(!wedge.touches(&Aabb::new([3.0, 2.0], [9.0, 9.0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "frustum")]
pub struct HalfSpaces<'a, S: Scalar, const D: usize>(pub &'a [HalfSpace<S, D>]);

impl<S: Scalar, const D: usize> Region<S, D> for HalfSpaces<'_, S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.iter().all(|half_space| half_space.touches(aabb))
    }
}
