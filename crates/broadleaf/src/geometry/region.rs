//! Regions: parts of space that boxes are tested against.

use super::aabb::Aabb;
use crate::geometry::scalar::traits::Scalar;

/// A part of space, such as a box, a ball or a frustum, that boxes are tested against.
///
/// Law: a region that touches a box touches every box around it. Trees skip whole subtrees by this
/// law, so it must hold to the last bit: compute with operations that are monotone under rounding
/// (`+`, `-`, `*` by a constant, comparisons). It also binds closures: `aabb.max()[0] > 2.0` keeps
/// it, `aabb.min()[0] > 2.0` does not.
///
/// Implemented by [`Aabb`], the point `[S; D]`, [`Ball`](crate::geometry::Ball),
/// [`HalfSpace`](crate::geometry::HalfSpace), [`HalfSpaces`](crate::geometry::HalfSpaces) (a
/// frustum), [`Ray`](crate::geometry::Ray) (a segment or half-line),
/// [`BoxCast`](crate::geometry::BoxCast), [`BallCast`](crate::geometry::BallCast),
/// [`Capsule`](crate::geometry::Capsule), [`Cone`](crate::geometry::Cone),
/// [`ConvexPolygon`](crate::geometry::ConvexPolygon),
/// [`OrientedBox`](crate::geometry::OrientedBox), [`Triangle`](crate::geometry::Triangle),
/// [`Interior`](crate::geometry::Interior), [`Masked`](crate::geometry::Masked), references to
/// these, `dyn Region`, and closures from a box to `bool`. Your own shapes need one small impl:
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

    /// Whether the region may touch a box inside `aabb`. If not, trees skip the boxes inside.
    ///
    /// The default is [`touches`](Self::touches), which suffices by the law of regions. A region
    /// whose test is not monotone under rounding tests here with a margin: this must return true
    /// for every box around a box that it touches. It need not keep the law in `touches`.
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.touches(aabb)
    }

    /// A box that overlaps every box that the region touches. The default is all of space.
    ///
    /// A packed tree compares it with sixteen boxes at once before it calls
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
    /// Law: if it admits some bits, it admits every superset of them. A tree passes the union of
    /// the bits in a subtree.
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
