//! Regions: parts of space that a box touches or does not.

use super::aabb::Aabb;
use super::rounding::leeway;
use super::scalar::{Real, Scalar};
use super::slab::outward;

/// A part of space that boxes are tested against.
///
/// Law: a region that touches a box touches every box around it. Trees skip whole subtrees by this
/// law, so it must hold to the last bit: compute with operations that are monotone under rounding
/// (`+`, `-`, `*` by a constant, comparisons). It binds closures too: `aabb.max()[0] > 2.0` keeps
/// it, `aabb.min()[0] > 2.0` does not.
///
/// Implemented by [`Aabb`], the point `[S; D]`, [`Ball`](super::Ball), [`HalfSpaces`] (a frustum),
/// [`Ray`](super::Ray) (a segment or half-line), [`BoxCast`](super::BoxCast),
/// [`BallCast`](super::BallCast), [`Capsule`](super::Capsule), [`Cone`](super::Cone),
/// [`ConvexPolygon`](super::ConvexPolygon), [`OrientedBox`](super::OrientedBox),
/// [`Triangle`](super::Triangle), [`Interior`](super::Interior), [`Masked`](super::Masked),
/// references to these, `dyn Region`, and closures from a box to `bool`. Other shapes need one
/// small impl:
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::Region;
///
/// /// All points whose first coordinate is less than this.
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
#[doc(alias = "query")]
pub trait Region<S: Scalar, const D: usize> {
    /// Whether the region and the box share a point.
    fn touches(&self, aabb: &Aabb<S, D>) -> bool;

    /// Whether the region may touch a box inside `aabb`: trees skip the boxes inside otherwise.
    ///
    /// By the law of regions [`touches`](Self::touches) itself, which is the default, says so. A
    /// region whose test is not monotone under rounding tests here with a margin, and need not keep
    /// the law in `touches`: it must return true for every box around one that it touches.
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.touches(aabb)
    }

    /// A box that overlaps every box that the region touches. The default is the box of everything.
    ///
    /// A packed tree compares sixteen boxes at once with it before it calls
    /// [`touches`](Self::touches).
    fn bounds(&self) -> Aabb<S, D> {
        Aabb::EVERYWHERE
    }

    /// Whether the region touches exactly the boxes that overlap its bounds.
    #[doc(hidden)]
    fn is_a_box(&self) -> bool {
        false
    }

    /// Whether boxes with these category bits are tested at all.
    ///
    /// Law: if some bits are admitted, so is every superset of them. A tree passes the union of the
    /// bits in a subtree.
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
    #[inline]
    fn bounds(&self) -> Aabb<S, D> {
        *self
    }
    #[inline]
    fn is_a_box(&self) -> bool {
        true
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for [S; D] {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        aabb.contains_point(self)
    }
    #[inline]
    fn bounds(&self) -> Aabb<S, D> {
        Aabb::try_new(*self, *self).unwrap_or(Aabb::EVERYWHERE)
    }
    #[inline]
    fn is_a_box(&self) -> bool {
        !self.iter().any(|x| x.is_nan())
    }
}

/// All points `x` with `normal · x <= offset`.
///
/// A box whose sum overflows to infinity minus infinity counts as touching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<S: Scalar, const D: usize> {
    /// A vector of any length that points out of the half-space.
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

/// The intersection of half-spaces: a view frustum, a wedge, any convex part of space.
///
/// A box touches it if the box touches each half-space, as usual in frustum culling. The test is
/// exact for boxes that cross one boundary. A box outside, near an edge where two boundaries meet,
/// may also pass.
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
