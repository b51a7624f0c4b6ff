//! Regions: parts of space that a box touches or does not.

use super::aabb::Aabb;
use super::distance::distance_squared;
use super::scalar::{Real, Scalar};

/// A part of space that answers yes or no: does it touch this box?
///
/// Law: a region that touches a box touches every box around it. It is what lets a tree skip whole
/// subtrees, and it must hold to the last bit: compute with operations that are monotone under
/// rounding (`+`, `-`, `*` by a constant, comparisons).
///
/// Implemented by [`Aabb`], the point `[S; D]`, [`Ball`], [`HalfSpaces`] (a frustum),
/// [`Ray`](super::Ray) (a segment or half-line), [`OrientedBox`](super::OrientedBox) and
/// [`Masked`](super::Masked). Your own is one small impl:
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::Region;
///
/// /// Everything left of x.
/// struct LeftOf(f32);
/// impl Region<f32, 2> for LeftOf {
///     fn touches(&self, aabb: &Aabb<f32, 2>) -> bool {
///         aabb.min()[0] < self.0
///     }
/// }
///
/// let mut tree = DynamicTree::default();
/// tree.insert(Id(7), Aabb::new([1.0, 1.0], [2.0, 2.0]));
/// tree.insert(Id(8), Aabb::new([5.0, 1.0], [6.0, 2.0]));
/// assert_eq!(tree.overlaps(&LeftOf(3.0)), [Id(7)]);
/// ```
pub trait Region<S: Scalar, const D: usize> {
    /// Whether the region and the box share a point.
    fn touches(&self, aabb: &Aabb<S, D>) -> bool;

    /// Whether boxes with these category bits are asked for at all.
    ///
    /// Law: what admits some bits admits them together with any others; a tree asks it of the union
    /// of a subtree's bits.
    fn admits(&self, category: u32) -> bool {
        let _ = category;
        true
    }
}

impl<S: Scalar, const D: usize, F: Fn(&Aabb<S, D>) -> bool> Region<S, D> for F {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self(aabb)
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for Aabb<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.overlaps(aabb)
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for [S; D] {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        aabb.contains_point(self)
    }
}

/// All points at most `radius` away from `center`.
///
/// A negative or NaN radius is a ball that touches nothing; a NaN coordinate of the center is at no
/// distance from anything. Squares beyond the range of [`Scalar::Real`] count as infinite or zero,
/// so an `f32` ball should have a radius between 10<sup>-19</sup> and 10<sup>19</sup>.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "sphere")]
#[doc(alias = "circle")]
pub struct Ball<S: Scalar, const D: usize> {
    /// The point in the middle.
    pub center: [S; D],
    /// How far the ball reaches.
    pub radius: S::Real,
}

impl<S: Scalar, const D: usize> Region<S, D> for Ball<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let squared = distance_squared(&self.center, &self.center, aabb);
        S::Real::ZERO <= self.radius && squared <= self.radius * self.radius
    }
}

/// All points `x` with `normal · x <= offset`, as far as the sum stays in the range of
/// [`Scalar::Real`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<S: Scalar, const D: usize> {
    /// The direction that leads out; any length.
    pub normal: [S::Real; D],
    /// What `normal · x` is on the boundary.
    pub offset: S::Real,
}

impl<S: Scalar, const D: usize> Region<S, D> for HalfSpace<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        // The corner deepest inside decides.
        let mut least = S::Real::ZERO;
        for axis in 0..D {
            let normal = self.normal[axis];
            if normal > S::Real::ZERO {
                least = least + normal * aabb.min()[axis].to_real();
            } else if normal < S::Real::ZERO {
                least = least + normal * aabb.max()[axis].to_real();
            }
        }
        // Infinity minus infinity is undecided; a region may touch too much but never too little.
        !(least > self.offset)
    }
}

/// What lies in all of some half-spaces: a view frustum, a wedge, any convex part of space.
///
/// A box touches it when it touches each half-space, the usual frustum culling: exact for boxes
/// that cross one boundary, generous for a box outside near an edge where two boundaries meet.
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
